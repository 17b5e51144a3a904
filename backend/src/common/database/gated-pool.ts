import type { Writable } from 'node:stream';
import { Pool, PoolClient, PoolConfig } from 'pg';
import { DatabaseUnavailable } from './database';
import { choosePlans } from './plans';

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: PoolClient['release']) => void;

/** Told that there is room, or why there is none. */
type Waiter = (error?: Error) => void;

const WAITING_LINE = 1_000;
/** Whoever waited so long is told to come again, instead of waiting for others who wait themselves. */
const WAIT_MS = 8_000;

/**
 * A pg pool with a waiting line in front of it. Waiting for a free client is not the same as "Postgres is down":
 * those who wait are told at once when the database goes away, and `connectionTimeoutMillis` counts for new connections only.
 */
export class GatedPool extends Pool {
  private available = true;
  private inUse = 0;
  private readonly waiting: Waiter[] = [];
  private readonly checkedOut = new Set<PoolClient>();
  private readonly size: number;

  /** @param config.pooled connections are lent by a pooler for one transaction at a time: what is set on one would be the next one's */
  constructor(config: PoolConfig & { transactionTimeoutMs?: number | undefined; pooled?: boolean }) {
    super(config);
    const { transactionTimeoutMs, pooled = false } = config;
    this.size = config.max ?? 10;
    if (!pooled) this.on('connect', choosePlans);
    this.on('connect', sendInOnePiece);
    if (!pooled && transactionTimeoutMs !== undefined) this.on('connect', (client) => void client.query(transactionsWithin(transactionTimeoutMs)).catch(() => undefined));
  }

  /** The health watch says whether Postgres answers. Going down frees everybody who waits or holds a client. */
  setAvailable(available: boolean): void {
    if (this.available === available) return;
    this.available = available;
    if (available) return;
    for (const waiter of this.waiting.splice(0)) waiter(new DatabaseUnavailable());
    for (const client of this.checkedOut) destroySocket(client);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (callback) return this.enter((error) => (error ? callback(error, undefined, () => undefined) : this.checkOut(callback)));
    return new Promise((resolve, reject) => this.connect((error, client) => (client ? resolve(client) : reject(error))));
  }

  /** The caller has a place; a client that cannot be had gives it back. */
  private checkOut(callback: ConnectCallback): void {
    super.connect((error, client) => {
      if (client) {
        this.lend(client);
        callback(undefined, client, client.release);
      } else {
        this.leave();
        callback(error, undefined, () => undefined);
      }
    });
  }

  private lend(client: PoolClient): void {
    const giveBack = client.release.bind(client);
    this.checkedOut.add(client);
    client.release = (error?: Error | boolean) => {
      this.checkedOut.delete(client);
      giveBack(error);
      this.leave();
    };
  }

  /** Calls back at once when there is room, later from the waiting line, or with why there is none. */
  private enter(then: Waiter): void {
    if (!this.available) return then(new DatabaseUnavailable());
    if (this.inUse < this.size) {
      this.inUse += 1;
      return then();
    }
    if (this.waiting.length >= WAITING_LINE) return then(new DatabaseUnavailable('The waiting line for the database is full.'));
    const waiter: Waiter = (error) => {
      clearTimeout(timer);
      then(error);
    };
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(waiter), 1);
      then(new DatabaseUnavailable('Too many wait for the database.'));
    }, WAIT_MS);
    this.waiting.push(waiter);
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.inUse -= 1;
  }
}

/** Postgres knows this limit from version 17 on, and refuses to set one that it does not know. */
const transactionsWithin = (ms: number): string => `select set_config(name, '${ms}', false) from pg_settings where name = 'transaction_timeout'`;

/** What is sent within one turn of the process goes out in one piece: one write here, one read there. */
function sendInOnePiece(client: PoolClient): void {
  const stream = streamOf(client);
  const send = client.query.bind(client) as (...values: unknown[]) => unknown;
  let isHeld = false;
  const letGo = (): void => {
    isHeld = false;
    stream.uncork();
  };
  client.query = ((...values: unknown[]) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(letGo);
    }
    return send(...values);
  }) as typeof client.query;
}

function destroySocket(client: PoolClient): void {
  streamOf(client).destroy();
}

/** The driver's socket. */
export function streamOf(client: PoolClient): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream;
}
