import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;

/** One of the measured servers, as a process of its own. */
export class ServerProcess {
  #child;
  #logFile;

  constructor(child, port, logFile) {
    this.#child = child;
    this.#logFile = logFile;
    this.port = port;
  }

  /**
   * @param {{ script: string, env: Record<string, string>, readyPath: string, logFile: string, nodeArguments?: string[], readyWithinMs?: number }} options
   *   standard output and errors go to the log file, as a service's would
   * @returns {Promise<ServerProcess & { startedInMs: number }>}
   */
  static async start({ script, env, readyPath, logFile, nodeArguments = [], readyWithinMs = START_TIMEOUT_MS }) {
    const port = await freePort();
    const log = openSync(logFile, 'a');
    const started = performance.now();
    const child = spawn(process.execPath, [...nodeArguments, script], {
      env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', ...env, PORT: String(port) },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const server = new ServerProcess(child, port, logFile);
    await server.#untilReady(readyPath, started, readyWithinMs);
    return Object.assign(server, { startedInMs: performance.now() - started });
  }

  get pid() {
    return this.#child.pid ?? 0;
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  async #untilReady(path, started, withinMs) {
    for (;;) {
      if (this.#child.exitCode !== null) throw new Error(`a server ended while starting:\n${readFileSync(this.#logFile, 'utf8').slice(-2_000)}`);
      if (performance.now() - started > withinMs) throw new Error(`a server was not ready after ${withinMs} ms`);
      const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers: { connection: 'close' } }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
