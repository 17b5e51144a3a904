import { Injectable } from '@nestjs/common';
import type { QueueOptions } from 'bull';
import { createHash } from 'node:crypto';
import Redis, { Cluster, RedisOptions } from 'ioredis';
import { AppConfig } from '../../config/app-config';
import { QueueTrouble, troubleIn } from './queue-trouble';

type Purpose = 'client' | 'subscriber' | 'bclient';
type Connection = Redis | Cluster;

const ANSWER_TIMEOUT_MS = 1_000;
/** How long a sign of life stays. */
const SIGN_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
const DISCONNECT_WITHIN_MS = 300;
const ASKED_ANEW_AFTER_MS = 3_000;
const LONGEST_RECONNECT_DELAY_MS = 2_000;

/**
 * The worker's connections to Redis: one to send and one to listen for all queues, one that waits per queue, and one that only asks
 * whether Redis takes what it is given. Commands wait for a Redis that is away; whoever must not wait asks for {@link trouble} first.
 */
@Injectable()
export class RedisConnections {
  private readonly opened = new Set<Connection>();
  private readonly shared = new Map<Purpose, Connection>();
  private readonly waiting = new Set<Connection>();
  private readonly readyListeners: (() => void)[] = [];
  private watch: Connection | undefined;
  /** Whether listeners are still to hear that jobs can be carried. */
  private hasNews = true;
  /** At the last look. */
  private refusedWrite = false;
  private connectedAnew = Promise.resolve();
  private closing = false;

  constructor(private readonly config: AppConfig) {}

  /** What every Bull queue is made with. Nothing connects before a queue is first used. */
  queueOptions(): QueueOptions {
    const options: QueueOptions & { skipVersionCheck: boolean } = {
      prefix: this.keyPrefix,
      // Bull's types know no cluster; it asks for nothing that one does not do.
      createClient: (purpose) => this.connection(purpose) as Redis,
      settings: { lockDuration: 15_000, stalledInterval: 10_000, maxStalledCount: 3, retryProcessDelay: 1_000 },
      // The check would connect every queue at boot, those without work too.
      skipVersionCheck: true,
    };
    return options;
  }

  /**
   * Keys carry the name of the database whose jobs they are, so that installations may share a Redis, whatever stands before it. The braces keep all of them in one
   * slot of a cluster, where Bull's scripts need several at once.
   */
  get keyPrefix(): string {
    const { host, pathname } = new URL(this.config.database.sessionUrl);
    return `{attune:${createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)}}`;
  }

  /** Calls back whenever Redis takes writes again, the first time included. */
  onReady(listener: () => void): void {
    this.readyListeners.push(listener);
    this.watcher();
  }

  /** Writes a sign of life, since one that answers may still take nothing. @returns why it was not taken within a second, or null */
  async trouble(): Promise<QueueTrouble | null> {
    const trouble = await this.signOfLife();
    this.refusedWrite = trouble !== null && trouble !== 'away';
    // What it holds by the time that it takes writes again, nobody knows.
    if (this.refusedWrite) this.hasNews = true;
    if (trouble === null && this.hasNews) {
      this.hasNews = false;
      for (const listener of this.readyListeners) listener();
    }
    return trouble;
  }

  /** The server behind the queue with its version, `Redis 7.2.4` or `Valkey 8.0.1`; null while it does not tell. */
  async serverName(): Promise<string | null> {
    try {
      const info = await this.watcher().info('server');
      const told = (field: string): string | undefined => new RegExp(`^${field}:([\\w.-]{1,40})\\r?$`, 'm').exec(info)?.[1];
      const [valkey, redis] = [told('valkey_version'), told('redis_version')];
      return valkey ? `Valkey ${valkey}` : redis ? `Redis ${redis}` : null;
    } catch {
      return null;
    }
  }

  /**
   * Connections that wait for jobs are not opened again from now on. Bull does so while it closes and, where Redis is away, catches
   * the refusal only after the running jobs; until then nobody has it, which would end the process with those jobs.
   */
  stopWaiting(): void {
    for (const connection of this.waiting) connection.connect = () => Promise.resolve();
  }

  /** Ends every connection; commands still under way are refused. */
  async close(): Promise<void> {
    this.closing = true;
    await Promise.all([...this.opened].map(ended));
  }

  private connection(purpose: Purpose): Connection {
    // A connection that waits for jobs belongs to one queue; the other two serve all of them.
    if (purpose === 'bclient') {
      const waiting = this.open(this.bullOptions());
      this.waiting.add(waiting);
      return waiting;
    }
    const shared = this.shared.get(purpose) ?? this.open(this.bullOptions());
    this.shared.set(purpose, shared);
    return shared;
  }

  private watcher(): Connection {
    if (this.watch) return this.watch;
    this.watch = this.open({ enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: ANSWER_TIMEOUT_MS });
    this.watch.on('ready', () => {
      this.hasNews = true;
      // A read-only server is connected to anew after each write: a look now would be the next one, and so on without a pause.
      if (!this.refusedWrite) void this.trouble();
    });
    return this.watch;
  }

  private async signOfLife(): Promise<QueueTrouble | null> {
    const watcher = this.watcher();
    await this.connectedAnew;
    try {
      await watcher.set(`${this.keyPrefix}:sign`, '1', 'PX', SIGN_MS);
      return null;
    } catch (error) {
      const trouble = troubleIn(error);
      // It is being connected to anew, which is no reason to call it away.
      if (trouble === 'read_only') this.connectedAnew = readyAgain(watcher);
      return trouble;
    }
  }

  /** As Bull wants it: it brings its own waiting for a ready connection. */
  private bullOptions(): RedisOptions {
    return { maxRetriesPerRequest: null, enableReadyCheck: false };
  }

  private open(options: RedisOptions): Connection {
    const connection = this.connect(options);
    connection.setMaxListeners(0);
    // Outages are told by the heartbeat and by the relay, once, and not by each connection on every try.
    connection.on('error', () => undefined);
    // Kept also when it ends: Bull ends the one it waits with and opens it again.
    this.opened.add(connection);
    // Bull connects late, maybe only when the worker is already stopping.
    if (this.closing) connection.disconnect();
    return connection;
  }

  private connect(options: RedisOptions): Connection {
    const { redis } = this.config.queue;
    if (redis === undefined) throw new Error('The worker needs REDIS_URL.');
    const again = (attempt: number): number | null => (this.closing ? null : Math.min(attempt * 100, LONGEST_RECONNECT_DELAY_MS));
    const { nodes, username, password, db, tls, sentinel } = redis;
    let askedAt = -Infinity;
    const common: RedisOptions = {
      ...{ username, password, ...(tls && { tls: {} }) },
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepAlive: 10_000,
      disconnectTimeout: DISCONNECT_WITHIN_MS,
      // It is asked anew who the first server is: this one was, until a moment ago. Where there is no other, once in a while.
      reconnectOnError: ({ message }) => {
        const isAskedAnew = message.startsWith('READONLY') && performance.now() - askedAt >= ASKED_ANEW_AFTER_MS;
        if (isAskedAnew) askedAt = performance.now();
        return isAskedAnew;
      },
      ...options,
    };
    if (redis.kind === 'cluster') {
      const { enableOfflineQueue = true, enableReadyCheck = true } = options;
      // Certificates name hosts, and a cluster tells addresses.
      return new Cluster(nodes, { redisOptions: common, clusterRetryStrategy: again, enableOfflineQueue, enableReadyCheck, ...(tls && { dnsLookup: (address, found) => found(null, address) }) });
    }
    if (redis.kind === 'single') return new Redis({ ...nodes[0], ...common, db, retryStrategy: again });
    return new Redis({ ...common, db, sentinels: nodes, name: sentinel.name, sentinelPassword: sentinel.password, ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }), retryStrategy: again, sentinelRetryStrategy: again });
  }
}

/** Or not, within the time of an answer. */
function readyAgain(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      connection.off('ready', end);
      resolve();
    };
    const timer = setTimeout(end, ANSWER_TIMEOUT_MS).unref();
    connection.once('ready', end);
  });
}

async function ended(connection: Connection): Promise<void> {
  if (connection.status === 'end') return;
  const end = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  const late = new Promise<void>((resolve) => setTimeout(resolve, DISCONNECT_WITHIN_MS).unref());
  connection.disconnect();
  await Promise.race([end, late]);
}
