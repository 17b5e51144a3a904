import { Redis } from 'ioredis';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../process/launch-error';
import { commandLine, endProcess, isAlive, waitUntilGone } from '../process/pids';
import { anyFreePort } from '../process/ports';
import { findProgram } from '../process/programs';

export interface RedisOptions {
  /** Holds the append-only file, the configuration and the log. */
  dir: string;
  password: string;
  /** Keep what is queued across restarts; off for tests. */
  durable: boolean;
  /** The port that clients already know: no other will do. */
  requiredPort?: number;
}

export interface RunningRedis {
  port: number;
  pid: number;
  url: string;
  /** 'redis 7.0.15' or 'valkey 8.1.0'. */
  engine: string;
  stop(): Promise<void>;
}

const NAMES = ['redis-server', 'valkey-server'];

/** The Redis or Valkey server of this machine, or null. */
export function findRedisProgram(searchPath?: string): string | null {
  return findProgram(NAMES, searchPath);
}

/** Starts the machine's Redis on a free loopback port with a password; one left by a killed launcher is ended first. */
export async function startRedis(program: string, options: RedisOptions): Promise<RunningRedis> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  await endRedis(options.dir);
  let reason = '';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = options.requiredPort ?? (await anyFreePort());
    const child = launch(program, options, port);
    const engine = await firstAnswer(child, port, options.password);
    if (engine !== null && child.pid !== undefined) return running(child.pid, port, engine, options);
    if (child.pid !== undefined && child.exitCode === null) await endProcess(child.pid, 'SIGTERM', 5_000);
    reason = lastLines(join(options.dir, 'redis.log'));
  }
  throw new LaunchError(`${program} did not start (data in ${options.dir}):\n${reason}`);
}

function launch(program: string, options: RedisOptions, port: number): ChildProcess {
  // The password goes through a file of ours: a command line can be read by everybody on the machine.
  const configuration = join(options.dir, 'redis.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${options.password}`,
    `dir "${options.dir}"`,
    `appendonly ${options.durable ? 'yes' : 'no'}`,
    ...(options.durable ? [] : ['save ""']),
    'daemonize no',
    'maxmemory-policy noeviction',
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`, { mode: 0o600 });
  const log = openSync(join(options.dir, 'redis.log'), 'a', 0o600);
  const child = spawn(program, [configuration], { detached: true, stdio: ['ignore', log, log], cwd: options.dir });
  closeSync(log);
  child.unref();
  if (child.pid !== undefined) writeFileSync(join(options.dir, 'redis.pid'), `${child.pid}\n${port}\n`);
  return child;
}

/** What the server calls itself once it serves; null when it ended first, belongs to somebody else, or never answered. */
async function firstAnswer(child: ChildProcess, port: number, password: string): Promise<string | null> {
  const redis = new Redis({ port, host: '127.0.0.1', password, maxRetriesPerRequest: null, retryStrategy: () => 20, maxLoadingRetryTime: 20 });
  // Until it listens, every attempt is refused.
  redis.on('error', () => undefined);
  const giveUp = (): void => redis.disconnect();
  child.once('exit', giveUp);
  child.once('error', giveUp);
  const patience = setTimeout(giveUp, 30_000);
  try {
    const answer = await redis.info('server');
    const valkey = /^valkey_version:(\S+)/m.exec(answer)?.[1];
    return valkey === undefined ? `redis ${/^redis_version:(\S+)/m.exec(answer)?.[1] ?? 'unknown'}` : `valkey ${valkey}`;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
    child.off('exit', giveUp);
    giveUp();
  }
}

/** Ends whatever server an earlier start left on this folder. */
export async function endRedis(dir: string): Promise<void> {
  const file = join(dir, 'redis.pid');
  if (!existsSync(file)) return;
  const [pid, port] = readFileSync(file, 'utf8').split('\n').map(Number);
  rmSync(file, { force: true });
  if (pid === undefined || port === undefined || !Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const command = commandLine(pid);
  const isOurs = NAMES.some((name) => command.includes(name)) && (command.includes(`:${port}`) || command.includes(dir));
  if (isOurs) await endProcess(pid, 'SIGTERM', 10_000);
}

function running(pid: number, port: number, engine: string, options: RedisOptions): RunningRedis {
  return {
    port,
    pid,
    engine,
    url: `redis://:${encodeURIComponent(options.password)}@127.0.0.1:${port}/0`,
    stop: async () => {
      if (isAlive(pid)) process.kill(pid, 'SIGTERM');
      if (!(await waitUntilGone(pid, 10_000))) await endProcess(pid, 'SIGKILL', 2_000);
      rmSync(join(options.dir, 'redis.pid'), { force: true });
    },
  };
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n') : '';
}
