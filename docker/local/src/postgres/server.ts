import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LaunchError } from '../process/launch-error';
import { commandLine, endProcess, isAlive, waitUntilGone } from '../process/pids';
import { anyFreePort, freePort } from '../process/ports';
import { postgresBinaries, type PostgresBinaries } from './binaries';
import { postgresUser, type SystemUser } from './system-user';

export interface PostgresOptions {
  /** The cluster's own folder; its parent also holds the log and, where needed, a copy of the programs. */
  dataDir: string;
  /** Superuser password, the same at every start of this cluster. */
  password: string;
  preferredPort?: number;
  /** The port that clients already know: no other will do. */
  requiredPort?: number;
  /** A cluster that is thrown away afterwards: no flushing to disk, faster tests. */
  throwaway?: boolean;
}

export interface RunningPostgres {
  port: number;
  pid: number;
  version: string;
  /** Superuser connection to the maintenance database. */
  adminUrl: string;
  /** True when a server left behind by a killed launcher was taken over. */
  adopted: boolean;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 20_000_000;

/** Starts the embedded PostgreSQL on loopback, or takes over the one that still runs on this data folder. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = postgresUser();
  const left = await leftBehind(options);
  if (left !== null && (options.requiredPort === undefined || left.port === options.requiredPort)) return left;
  await left?.stop();
  const home = dirname(options.dataDir);
  mkdirSync(home, { recursive: true });
  const binaries = postgresBinaries(user, home);
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) initialise(options, binaries, user);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.requiredPort ?? (attempt === 1 ? await freePort(options.preferredPort) : await anyFreePort());
    const outcome = await launch(options, binaries, user, port);
    if (typeof outcome !== 'string') return outcome;
    const portTaken = outcome.includes('could not bind') || outcome.includes('could not create any TCP/IP sockets');
    // After a killed server its last session processes may need a moment to notice.
    const isClosing = outcome.includes('is still in use') || outcome.includes('lock file "postmaster.pid" already exists');
    if (isClosing) await sleep(250);
    if (!(portTaken || isClosing) || attempt === 12) {
      throw new LaunchError(`The embedded PostgreSQL did not start (data in ${options.dataDir}):\n${outcome}`);
    }
  }
}

function adminUrl(port: number, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/** initdb into a folder beside, then a rename, so that a kill in between leaves nothing half made. */
function initialise(options: PostgresOptions, binaries: PostgresBinaries, user: SystemUser | null): void {
  const unfinished = `${options.dataDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = `${options.dataDir}.${randomBytes(6).toString('hex')}`;
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (user !== null) {
    chownSync(unfinished, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', ...locale];
  if (options.throwaway === true) args.push('--no-sync');
  const result = spawnSync(binaries.initdb, args, { encoding: 'utf8', cwd: '/', env: cleanEnvironment(), ...user });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new LaunchError(`The database folder could not be made in ${options.dataDir}:\n${result.error?.message ?? result.stderr.trim()}`);
  }
  renameSync(unfinished, options.dataDir);
}

/** No PG* variables of the caller: they would change what the server does. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' };
}

function settings(options: PostgresOptions, port: number): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused row would stand in the log with all that it says of a person.
    log_error_verbosity: 'terse',
    ...(options.throwaway === true ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function launch(
  options: PostgresOptions,
  binaries: PostgresBinaries,
  user: SystemUser | null,
  port: number,
): Promise<RunningPostgres | string> {
  const logFile = join(dirname(options.dataDir), 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  // Detached: Ctrl-C reaches the whole process group, and the database has to outlive the parts that still write to it.
  const child = spawn(binaries.postgres, ['-D', options.dataDir, ...settings(options, port)], {
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    ...user,
  });
  closeSync(log);
  child.unref();
  const version = await firstAnswer(child, adminUrl(port, options.password));
  if (version !== null && child.pid !== undefined) return running(options, child.pid, port, version, false);
  if (child.pid !== undefined && child.exitCode === null) await endProcess(child.pid, 'SIGINT', 10_000);
  return readFileSync(logFile).subarray(logStart).toString('utf8').trim() || 'The server process could not be started.';
}

async function firstAnswer(child: ChildProcess, url: string): Promise<string | null> {
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    const version = await serverVersion(url).catch(() => null);
    if (version !== null) return version;
    await sleep(25);
  }
  return null;
}

async function serverVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ server_version: string }>('show server_version');
    return answer.rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The server that holds this data folder through postmaster.pid; a file naming anything but PostgreSQL is a crash's leftover. */
function holderOf(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && commandLine(pid).includes(`-D ${dataDir}`)) return { pid, port: Number(lines[3]) };
  rmSync(file, { force: true });
  return null;
}

/** A server that outlived its launcher is taken over when it answers, ended when it does not. */
async function leftBehind(options: PostgresOptions): Promise<RunningPostgres | null> {
  const holder = holderOf(options.dataDir);
  if (holder === null) return null;
  const version = await serverVersion(adminUrl(holder.port, options.password)).catch(() => null);
  if (version !== null) return running(options, holder.pid, holder.port, version, true);
  await endProcess(holder.pid, 'SIGINT', 10_000);
  return null;
}

/** Ends whatever server still runs on this data folder. */
export async function endPostgres(dataDir: string): Promise<void> {
  const holder = holderOf(dataDir);
  if (holder !== null) await endProcess(holder.pid, 'SIGINT', 20_000);
}

function running(options: PostgresOptions, pid: number, port: number, version: string, adopted: boolean): RunningPostgres {
  return {
    port,
    pid,
    version,
    adopted,
    adminUrl: adminUrl(port, options.password),
    // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything committed is kept.
    stop: async () => {
      if (!isAlive(pid)) return;
      process.kill(pid, 'SIGINT');
      if (!(await waitUntilGone(pid, 20_000))) await endProcess(pid, 'SIGQUIT', 5_000);
    },
  };
}

/** Makes a folder that the PostgreSQL user can pass through but nobody can list. */
export function traversableFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
  return path;
}
