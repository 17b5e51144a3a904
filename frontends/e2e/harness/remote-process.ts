import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

const SCRIPT = join(__dirname, 'remote-server.cjs');

export type Trouble = 'refusing' | 'failing' | 'hanging';

/** A remote on a server of its own, which tests break and mend. Its address stays the same. */
export class RemoteProcess {
  private child: ChildProcess | null = null;
  private port = 0;

  constructor(private readonly folder: string) {}

  async start(): Promise<string> {
    this.port ||= await freePort();
    this.child = fork(SCRIPT, [this.folder, String(this.port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(this.child, 'message');
    return `http://127.0.0.1:${this.port}`;
  }

  async break(trouble: Trouble): Promise<void> {
    if (trouble === 'refusing') await this.stop();
    else await this.answer(trouble);
  }

  async mend(): Promise<void> {
    if (this.child) await this.answer('well');
    else await this.start();
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = null;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async answer(mode: 'well' | 'failing' | 'hanging'): Promise<void> {
    this.child?.send({ mode });
    if (this.child) await once(this.child, 'message');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
