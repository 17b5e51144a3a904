import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, isAlive } from '../src/process/pids';
import { anyFreePort } from '../src/process/ports';
import { startStack, type Stack } from '../src/stack/stack';
import { settle } from '../src/stack/stack-options';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
const start = resolve(__dirname, '..', 'dist', 'start.js');

interface Launch {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

interface Runtime {
  parts: Record<string, { pid: number }>;
}

const launched: ChildProcess[] = [];

/** `npm start` as its own process, as people run it. */
function launch(dataDir: string, port: number, env: Record<string, string> = {}): Launch {
  return run([start], { DATA_DIR: dataDir, PORT: String(port), ...env });
}

/** `npm run audit:verify` and its like. */
function command(dataDir: string, ...args: string[]): Launch {
  return run([resolve(start, '..', 'backend-command.js'), ...args], { DATA_DIR: dataDir });
}

function run(script: string[], env: Record<string, string>): Launch {
  const own = /^(NODE_ENV|DATABASE_URL|REDIS_URL|SMTP_URL|GOOGLE_.*|REMOTE_.*|PUBLIC_URL|JEST_WORKER_ID)$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const child = spawn(process.execPath, script, { env: { ...inherited, ...env } });
  launched.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { child, output: () => output, ended };
}

async function until(condition: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await condition()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`It never happened. ${what()}`);
  }
}

const isUp = (run: Launch): Promise<void> => until(() => run.output().includes('Ctrl-C'), run.output);
const runtime = (dataDir: string): Runtime => JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as Runtime;
const pids = (dataDir: string): number[] => Object.values(runtime(dataDir).parts).map(({ pid }) => pid);

describe('npm start', () => {
  const dataDir = join(folder, 'start');
  let port: number;

  beforeAll(async () => {
    port = await anyFreePort();
  });

  // A test that failed half-way leaves nothing running: SIGTERM stops a whole stack in order.
  afterAll(async () => {
    const left = launched.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(left.map((child) => endProcess(child.pid ?? 0, 'SIGTERM', 30_000)));
    for (const used of [dataDir, join(folder, 'other')]) {
      const { postgresDir } = settle({ port: 0, dataDir: used });
      rmSync(join(postgresDir, '..'), { recursive: true, force: true });
    }
  });

  test('comes up, is refused a second time, survives kill -9, and ends without a trace', async () => {
    const first = launch(dataDir, port);
    await isUp(first);
    expect(first.output()).toContain(`http://localhost:${port}/t/demo`);
    expect((await fetch(`http://localhost:${port}/api/health/ready`)).status).toBe(200);
    const second = launch(dataDir, await anyFreePort());
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Attune already runs from this folder at http://localhost:${port}`);
    const other = launch(join(folder, 'other'), port);
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain(`Port ${port} is already in use by another program.`);

    const left = pids(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    const again = launch(dataDir, port);
    await isUp(again);
    expect(again.output()).toContain('taken over from an earlier start');
    const { postgres, ...replaced } = runtime(dataDir).parts;
    expect(left).toContain(postgres?.pid);
    expect(Object.values(replaced).filter(({ pid }) => left.includes(pid))).toEqual([]);

    const running = pids(dataDir);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
    expect(again.output()).toContain('Stopped.');
    expect(running.filter(isAlive)).toEqual([]);
    expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
  });

  test('a command of the backend finds the practice while it runs, borrows its database when not, and says when there is none', async () => {
    const { postgresDir } = settle({ port: 0, dataDir });
    const isServed = (): boolean => existsSync(join(postgresDir, 'postmaster.pid'));
    const none = command(join(folder, 'nothing'), 'audit', 'verify');
    expect(await none.ended).toBe(1);
    expect(none.output().trim()).toBe('There is no local practice yet: run `npm start` once, or set DATABASE_URL.');

    const alone = command(dataDir, 'audit', 'verify', '--json');
    expect(await alone.ended).toBe(0);
    expect(JSON.parse(alone.output())).toMatchObject({ ok: true, problems: [] });
    expect(isServed()).toBe(false);

    const running = launch(dataDir, port);
    await isUp(running);
    expect(await command(dataDir, 'audit', 'verify').ended).toBe(0);
    expect(await command(dataDir, 'audit', 'verfy').ended).toBe(2);
    expect(isServed()).toBe(true);
    expect((await fetch(`http://localhost:${port}/api/health/ready`)).status).toBe(200);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });

  test('without Redis it says loudly what that means, and with a deleted data folder it starts afresh', async () => {
    rmSync(dataDir, { recursive: true });
    const run = launch(dataDir, port, { QUEUE_ENGINE: 'builtin' });
    await isUp(run);
    expect(run.output()).toContain('!! NO REDIS: jobs go straight from the outbox to one worker.');
    if (process.getuid?.() === 0) expect(run.output()).toContain('an older database was put aside');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  test('a bad PORT and an unusable address are told in a sentence', async () => {
    const bad = launch(dataDir, port, { PORT: 'http' });
    expect(await bad.ended).toBe(1);
    expect(bad.output().trim()).toBe('PORT is not a port number: http');
    const remote = launch(dataDir, port, { REMOTE_ADMIN_URL: 'nowhere' });
    expect(await remote.ended).toBe(1);
    expect(remote.output().trim()).toBe('REMOTE_ADMIN_URL is not an http(s) address: nowhere');
  });

  test.each(['https://practice.example', 'http://192.168.1.20:3000', 'http://localhost.example', 'http://127.0.0.1.example'])(
    'development stays on this machine: PUBLIC_URL %s is refused before anything starts',
    async (url) => {
      const run = launch(join(folder, 'public'), port, { PUBLIC_URL: url });
      expect(await run.ended).toBe(1);
      expect(run.output().trim()).toContain(`PUBLIC_URL is ${url}, and this is development`);
      expect(existsSync(join(folder, 'public', 'runtime.json'))).toBe(false);
    },
  );
});

describe('the stack in a test', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack({ port: 0, dataDir: join(folder, 'stack'), throwaway: true, quiet: true, env: { NODE_ENV: 'development' } });
  });

  afterAll(() => stack.stop());

  const ready = async (): Promise<string> => {
    const answer = await fetch(`${stack.url}/api/health/ready`);
    return answer.status === 200 ? ((await answer.json()) as { queue: string }).queue : String(answer.status);
  };

  test('gives the demo practice and its public page data', async () => {
    expect(stack.demo).toMatchObject({ slug: 'demo' });
    const answer = await fetch(`${stack.url}/api/public/therapist/${stack.demo?.therapist_id ?? ''}/services`);
    expect(await answer.json()).toHaveLength(4);
  });

  test('the API comes back after kill -9; meanwhile the gateway says so', async () => {
    const before = stack.api.pid;
    stack.api.kill();
    await until(async () => (await ready()) === '503', () => 'the API never went away');
    await until(async () => (await ready()) === 'ok', () => stack.api.log.tail());
    expect(stack.api.pid).not.toBe(before);
  });

  test('the database comes back after kill -9 on the same port, and can be stopped and started', async () => {
    const postgres = stack.postgres;
    if (postgres === null) throw new Error('No embedded database');
    const { port, pid } = postgres.current;
    postgres.kill();
    await until(() => postgres.pid !== pid && isAlive(postgres.pid), () => 'it never came back');
    expect(postgres.current.port).toBe(port);
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
    expect((await fetch(`${stack.url}/api/public/therapist/slug/demo`)).status).toBe(503);
    await postgres.start();
    await until(async () => (await fetch(`${stack.url}/api/public/therapist/slug/demo`)).status === 200, () => stack.api.log.tail());
  });

  test('the worker comes back after kill -9', async () => {
    const pid = stack.worker.pid ?? 0;
    await endProcess(pid, 'SIGKILL', 1_000);
    await until(() => stack.worker.pid !== null && stack.worker.pid !== pid, () => stack.worker.log.tail());
  });
});
