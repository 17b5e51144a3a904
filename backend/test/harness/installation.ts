import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { knowsTheDoor } from '../../../docker/local/src/containers/container-gateway';
import { GatewayFile } from '../../../docker/local/src/containers/gateway-files';
import { findRedisProgram } from '../../../docker/local/src/redis/server';
import { TEST_KEYS, TestDatabase } from './test-database';
import { freePort } from './worker-process';

const ROOT = join(__dirname, '../../..');
const BUILT = join(ROOT, 'backend/dist');
const REDIS_PASSWORD = 'redis-of-a-test';
/** As an orchestrator does. */
const STARTED_AGAIN_AFTER_MS = 500;
const READY_WITHIN_MS = 90_000;

/** A program of the machine on a port of its own. One that ends by itself, or is killed, is started again as long as `isKept`. */
export class Part {
  isKept = false;
  private child: ChildProcess | undefined;
  private said = '';

  constructor(
    readonly port: number,
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly env: NodeJS.ProcessEnv = { PATH: process.env['PATH'] },
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** What it has logged. */
  get log(): string {
    return this.said;
  }

  async start(): Promise<this> {
    this.launch();
    await this.listening();
    return this;
  }

  kill(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Ends it for good. @returns how long that took, in milliseconds */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    this.isKept = false;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
    const started = performance.now();
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return performance.now() - started;
  }

  async listening(): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS;
    while (Date.now() < until) {
      if (await answers(this.port)) return;
      await pause(100);
    }
    throw new Error(`${this.program} ${this.args[0] ?? ''} does not listen:\n${this.said.slice(-2_000)}`);
  }

  private launch(): void {
    const child = spawn(this.program, this.args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (this.said += part.toString()));
    child.on('error', (error) => (this.said += error.message));
    child.on('exit', () => void pause(STARTED_AGAIN_AFTER_MS).then(() => this.isKept && this.child === child && this.launch()));
    this.child = child;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new Socket();
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false)).connect(port, '127.0.0.1');
  });
}

/** A program that operators have and this machine may lack. @throws Error how it is installed */
export function need(program: string, what: string): string {
  const found = (process.env['PATH'] ?? '').split(':').concat('/usr/sbin', '/usr/bin').map((folder) => join(folder, program)).find(isThere);
  if (found === undefined) throw new Error(`This proof needs ${program} (${what}), and it is not installed here.`);
  return found;
}

function isThere(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** What operators put around the product, each as its own program, and the product's processes within. */
export class Installation {
  readonly apis: Part[] = [];
  readonly workers: Part[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'attune-installation-'));
  private readonly around: Part[] = [];
  private gateway: Part | undefined;
  private environment: Record<string, string> = {};

  constructor(private readonly database: TestDatabase) {
    chmodSync(this.folder, 0o755);
  }

  /** Of the gateway. */
  get url(): string {
    return `http://localhost:${this.gateway?.port}`;
  }

  /** @param changes variables beside those of every test */
  async start({ apis, workers, redis, smtpUrl, changes = {} }: { apis: number; workers: number; redis: 'sentinel' | 'cluster'; smtpUrl: string; changes?: Record<string, string> }): Promise<this> {
    const gatewayPort = await freePort();
    const pooler = await this.startPooler();
    const redisVariables = redis === 'sentinel' ? await this.startSentinels() : await this.startCluster();
    this.environment = {
      ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', FOREIGN_VISITORS: 'true', PUBLIC_URL: `http://localhost:${gatewayPort}`, DATA_DIR: join(this.folder, 'data'), ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'info', SMTP_URL: smtpUrl },
      ...{ DATABASE_POOLER: 'transaction', DATABASE_SESSION_URL: this.database.url, MIGRATION_DATABASE_URL: this.database.ownerUrl, QUEUE_ENGINE: 'redis', BOOKING_CHANGE_MAIL_DELAY_S: '0', ...redisVariables },
      // Everybody comes from this machine.
      ...{ BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000', REQUESTS_PER_SECOND_PER_CONNECTION: '100000', CHANGES_AT_WORK_PER_CONNECTION: '1000', READS_AT_WORK_PER_CONNECTION: '1000', PUBLIC_READS_AT_WORK: '1000', PUBLIC_CHANGES_AT_WORK: '1000', ...changes },
    };
    mkdirSync(join(this.folder, 'data'));
    for (let made = 0; made < apis; made += 1) this.apis.push(await this.product('main.api.js', `${pooler}/attune`, 'PORT'));
    for (let made = 0; made < workers; made += 1) this.workers.push(await this.product('main.worker.js', `${pooler}/attune_jobs`, 'METRICS_PORT'));
    await Promise.all([...this.apis, ...this.workers].map((part) => part.start()));
    for (const part of [...this.apis, ...this.workers]) part.isKept = true;
    this.gateway = await this.startGateway(gatewayPort, this.apis);
    return this;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers, ...(this.gateway ? [this.gateway] : [])].map((part) => part.stop()));
    await Promise.all(this.around.map((part) => part.stop('SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** One of the operator's programs, by what it does. */
  part(at: number): Part {
    const part = this.around[at];
    if (!part) throw new Error(`There is no part ${at}.`);
    return part;
  }

  private async product(program: string, databaseUrl: string, portVariable: string): Promise<Part> {
    const port = await freePort();
    return new Part(port, process.execPath, [join(BUILT, program)], { ...this.environment, DATABASE_URL: databaseUrl, [portVariable]: String(port) });
  }

  /** The example of `docker/pgbouncer`, which leads to the test's database. @returns the address without a database */
  private async startPooler(): Promise<string> {
    const program = need('pgbouncer', 'PgBouncer');
    const { hostname, port: postgresPort, pathname, username, password } = new URL(this.database.url);
    const port = await freePort();
    const users = join(this.folder, 'userlist.txt');
    const example = readFileSync(join(ROOT, 'docker/pgbouncer/pgbouncer.ini'), 'utf8');
    const ini = example
      .replaceAll('host=postgres port=5432 dbname=attune', `host=${hostname} port=${postgresPort} dbname=${pathname.slice(1)}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_type = .*$/m, 'auth_type = plain')
      .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
    writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
    writeFileSync(join(this.folder, 'pgbouncer.ini'), `${ini}\nunix_socket_dir =\n`, { mode: 0o644 });
    const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.around.push(await new Part(port, program, [...asNobody, join(this.folder, 'pgbouncer.ini')]).start());
    return `postgres://${username}:${password}@127.0.0.1:${port}`;
  }

  private async startRedis(lines: readonly string[], args: readonly string[] = []): Promise<Part> {
    const program = findRedisProgram();
    if (program === null) throw new Error('This proof needs redis-server, and it is not installed here.');
    const port = await freePort();
    const file = join(this.folder, `redis-${port}.conf`);
    const folder = join(this.folder, `redis-${port}`);
    mkdirSync(folder);
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir "${folder}"`, ...lines].map((line) => `${line}\n`).join(''));
    const part = await new Part(port, program, [file, ...args]).start();
    this.around.push(part);
    return part;
  }

  /** A server, one that copies it, and three sentinels. */
  private async startSentinels(): Promise<Record<string, string>> {
    const opened = [`requirepass ${REDIS_PASSWORD}`, `masterauth ${REDIS_PASSWORD}`, 'save ""', 'maxmemory-policy noeviction'];
    const first = await this.startRedis(opened);
    await this.startRedis([...opened, `replicaof 127.0.0.1 ${first.port}`]);
    const watching = [`sentinel monitor attune 127.0.0.1 ${first.port} 2`, `sentinel auth-pass attune ${REDIS_PASSWORD}`, 'sentinel down-after-milliseconds attune 2000', 'sentinel failover-timeout attune 6000'];
    const sentinels = [];
    for (let made = 0; made < 3; made += 1) sentinels.push(await this.startRedis(watching, ['--sentinel']));
    return { REDIS_KIND: 'sentinel', REDIS_SENTINEL_NAME: 'attune', REDIS_URL: `redis://:${REDIS_PASSWORD}@${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}` };
  }

  /** Three servers that share the keys. */
  private async startCluster(): Promise<Record<string, string>> {
    const servers = [];
    for (let made = 0; made < 3; made += 1) servers.push(await this.startRedis(['cluster-enabled yes', 'cluster-node-timeout 2000', `requirepass ${REDIS_PASSWORD}`, `masterauth ${REDIS_PASSWORD}`, 'save ""', 'maxmemory-policy noeviction']));
    const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
    const maker = spawn(need('redis-cli', 'Redis'), ['--cluster', 'create', ...addresses, '--cluster-yes'], { env: { PATH: process.env['PATH'], REDISCLI_AUTH: REDIS_PASSWORD }, stdio: 'ignore' });
    await once(maker, 'exit');
    return { REDIS_KIND: 'cluster', REDIS_URL: `redis://:${REDIS_PASSWORD}@${addresses.slice(0, 2).join(',')}` };
  }

  /** The one of `docker/gateway`, which asks these processes instead of a name that means all of them. */
  private async startGateway(port: number, apis: readonly Part[]): Promise<Part> {
    const file = join(this.folder, 'Caddyfile');
    const caddy = process.env['CADDY_PATH'] ?? need('caddy', 'Caddy');
    const gateway = new GatewayFile(ROOT, { http: port }).asks(apis.map((api) => `127.0.0.1:${api.port}`));
    // Nobody stands before it here, whom it would believe.
    writeFileSync(file, String(knowsTheDoor(caddy) ? gateway : gateway.withoutDoor()));
    return new Part(port, caddy, ['run', '--adapter', 'caddyfile', '--config', file], { PATH: process.env['PATH'], HOME: this.folder, PUBLIC_ORIGIN: `http://localhost:${port}`, DOOR: '192.0.2.1/32' }).start();
  }
}
