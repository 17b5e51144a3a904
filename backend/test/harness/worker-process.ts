import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { TestApp } from './test-app';
import { TEST_KEYS } from './test-database';

const BACKEND = join(__dirname, '../..');

/** One of the product's programs over a test application's database and files, in a process of its own. */
export interface TestProcess {
  pid: number;
  child: ChildProcess;
  /** What it has logged so far. */
  logged(): string;
  stop(): Promise<void>;
}

/** @param program of `src`, e.g. `main.worker` */
export function startProcess(program: string, test: TestApp, environment: Record<string, string> = {}, args: readonly string[] = []): TestProcess {
  let logged = '';
  const child: ChildProcess = spawn(process.execPath, ['--require', join(BACKEND, 'test/harness/outbox-typescript.cjs'), join(BACKEND, `src/${program}.ts`), ...args], {
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: test.testDatabase.url, DATA_DIR: test.config.dataDir },
      ...{ ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'error', QUEUE_ENGINE: 'builtin', ...environment },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (logged += part.toString()));
  return {
    pid: child.pid ?? 0,
    child,
    logged: () => logged,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Bytes that a process holds now. */
export function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4_096;
}

/** Processes that it started and that are there. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter((part) => part.trim() !== '').map(Number);
  } catch {
    return [];
  }
}

/** A port of the loopback that nobody listens on just now, for a program that is told its own. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
