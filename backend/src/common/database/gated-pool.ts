import { Pool, PoolClient, PoolConfig } from 'pg';
import { DatabaseUnavailable } from './database-unavailable';

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: PoolClient['release']) => void;

const WAITING_LINE = 1_000;

/**
 * A pg pool with a waiting line in front of it. Waiting for a free client is not the same as "Postgres is down":
 * those who wait are told at once when the database goes away, and `connectionTimeoutMillis` counts for new connections only.
 */
export class GatedPool extends Pool {
  private available = true;
  private inUse = 0;
  private readonly waiting: { enter: () => void; refuse: (error: Error) => void }[] = [];
  private readonly checkedOut = new Set<PoolClient>();
  private readonly size: number;

  constructor(config: PoolConfig) {
    super(config);
    this.size = config.max ?? 10;
  }

  /** The health watch says whether Postgres answers. Going down frees everybody who waits or holds a client. */
  setAvailable(available: boolean): void {
    if (this.available === available) return;
    this.available = available;
    if (available) return;
    for (const waiter of this.waiting.splice(0)) waiter.refuse(new DatabaseUnavailable());
    for (const client of this.checkedOut) destroySocket(client);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const client = this.checkOut();
    if (!callback) return client;
    client.then(
      (value) => callback(undefined, value, value.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async checkOut(): Promise<PoolClient> {
    await this.enter();
    try {
      const client = await super.connect();
      return this.lend(client);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  private lend(client: PoolClient): PoolClient {
    const giveBack = client.release.bind(client);
    this.checkedOut.add(client);
    client.release = (error?: Error | boolean) => {
      this.checkedOut.delete(client);
      giveBack(error);
      this.leave();
    };
    return client;
  }

  private enter(): Promise<void> {
    if (!this.available) return Promise.reject(new DatabaseUnavailable());
    if (this.inUse < this.size) {
      this.inUse += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= WAITING_LINE) return Promise.reject(new DatabaseUnavailable('The waiting line for the database is full.'));
    return new Promise((enter, refuse) => this.waiting.push({ enter, refuse }));
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.enter();
    else this.inUse -= 1;
  }
}

function destroySocket(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
