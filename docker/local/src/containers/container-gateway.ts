import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from '../process/launch-error';
import type { PartLog } from '../process/part-log';
import { endProcess } from '../process/pids';
import { anyFreePort } from '../process/ports';
import { findProgram } from '../process/programs';
import { doorFile, frontEndFile, GatewayFile } from './gateway-files';

export interface ContainerGatewayOptions {
  root: string;
  /** For files and sockets of the servers; thrown away with the product. */
  folder: string;
  /** The folder that holds shell/ and the remotes, each with its dist/. */
  frontends: string;
  remotes: readonly string[];
  /** Remotes that another server delivers, by dashed name. */
  remoteUrls: Record<string, URL>;
  apiPort: number;
  /** Of the launcher's own gateway, which has the stand-ins. */
  standInsPort: number;
  /** The program, where it is not the one on the PATH. */
  caddy?: string | undefined;
  log(name: string): PartLog;
}

export interface ContainerGateway {
  port: number;
  close(): Promise<void>;
}

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const LISTENS_WITHIN_MS = 20_000;
/** Nobody's: whoever comes from there brings everybody. */
const NOBODY = '192.0.2.1/32';

/**
 * The gateway of the containers in place of the launcher's own: Caddy by `docker/gateway/Caddyfile`, the front ends' servers by `docker/frontend/nginx.conf`, and
 * before them the door by `docker/gateway/haproxy.cfg` where HAProxy is here and Caddy is 2.7 or newer.
 */
export async function startContainerGateway(options: ContainerGatewayOptions): Promise<ContainerGateway> {
  const caddy = options.caddy ?? need('caddy');
  const haproxy = findProgram(['haproxy']);
  const hasDoor = haproxy !== null && knowsTheDoor(caddy);
  const servers = new Servers(options);
  mkdirSync(options.folder, { recursive: true });
  try {
    const frontEnds = await servers.frontEnds();
    const port = await anyFreePort();
    // The same port, as the public address names it: the door has the address that browsers know, and the gateway another one of this machine.
    const address = hasDoor ? '127.0.0.2' : '127.0.0.1';
    const file = new GatewayFile(options.root, { http: port }).listensAt(address).standsIn(options.standInsPort);
    if (!knowsTheDoor(caddy)) file.withoutDoor();
    const environment = { PUBLIC_ORIGIN: `http://localhost:${port}`, DOOR: hasDoor ? '127.0.0.1/32' : NOBODY, API_HOST: '127.0.0.1', API_PORT: String(options.apiPort), HOME: options.folder, XDG_DATA_HOME: options.folder, XDG_CONFIG_HOME: options.folder, ...frontEnds };
    await servers.start('caddy', caddy, ['run', '--adapter', 'caddyfile', '--config', servers.write('Caddyfile', String(file))], environment, { port, host: address });
    if (hasDoor) await servers.door(haproxy, port, address);
    return { port, close: () => servers.close() };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** Whether this Caddy is 2.7 or newer, and so is told who comes. */
export function knowsTheDoor(caddy: string): boolean {
  return spawnSync(caddy, ['list-modules'], { encoding: 'utf8' }).stdout.includes('caddy.listeners.proxy_protocol');
}

function need(program: string): string {
  const found = findProgram([program]);
  if (found === null) throw new LaunchError(`The gateway of the containers needs ${program}, and it is not installed here.`);
  return found;
}

class Servers {
  private readonly started: number[] = [];

  constructor(private readonly options: ContainerGatewayOptions) {}

  /** @returns where the gateway finds each, by its variables */
  async frontEnds(): Promise<Record<string, string>> {
    const nginx = need('nginx');
    const found: Record<string, string> = {};
    for (const name of ['shell', ...this.options.remotes]) {
      const elsewhere = this.options.remoteUrls[name];
      found[`${name.toUpperCase().replaceAll('-', '_')}_SERVER`] = elsewhere?.host ?? (await this.frontEnd(nginx, name));
    }
    return found;
  }

  async door(haproxy: string, port: number, host: string): Promise<void> {
    const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
    const environment = { DOOR_HTTP_PORT: String(port), DOOR_HTTPS_PORT: String(await anyFreePort()), GATEWAY_HOST: host, GATEWAY_HTTP_PORT: String(port), TRUSTED_PROXIES: NOBODY };
    await this.start('door', haproxy, ['-db', '-f', this.write('haproxy.cfg', doorFile(this.options.root, hasIpv6))], environment, { port, host: '127.0.0.1' });
  }

  async start(name: string, program: string, args: readonly string[], environment: Record<string, string>, at: { port: number; host: string }): Promise<void> {
    const log = this.options.log(name);
    const child = spawn(program, args, { env: { PATH: process.env.PATH, ...environment }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    log.follow(child.stdout, false);
    log.follow(child.stderr, true);
    child.once('error', (error) => log.note(`could not be started: ${error.message}`));
    if (child.pid !== undefined) this.started.push(child.pid);
    const until = Date.now() + LISTENS_WITHIN_MS;
    while (!(await answers(at))) {
      if (Date.now() > until || child.exitCode !== null) throw new LaunchError(`${name} does not listen. Its log is ${log.path}\n${log.tail()}`);
      await pause(50);
    }
  }

  write(name: string, text: string): string {
    const file = join(this.options.folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** The outermost first. */
  async close(): Promise<void> {
    for (const pid of this.started.reverse()) await endProcess(pid, 'SIGTERM', 3_000);
  }

  private async frontEnd(nginx: string, name: string): Promise<string> {
    const port = await anyFreePort();
    const temporary = join(this.options.folder, name);
    mkdirSync(temporary, { recursive: true });
    const text = frontEndFile(this.options.root, { port, temporary, folder: join(this.options.frontends, name, 'dist'), brotli: existsSync(BROTLI), isRoot: process.getuid?.() === 0 });
    await this.start(name, nginx, ['-c', this.write(`${name}.conf`, text), '-e', 'stderr'], {}, { port, host: '127.0.0.1' });
    return `127.0.0.1:${port}`;
  }
}

function answers({ port, host }: { port: number; host: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
