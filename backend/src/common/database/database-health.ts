import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { AppConfig } from '../../config/app-config';
import { PartFailures } from '../health/part-failures';
import { Database } from './database';
import { GatedPool } from './gated-pool';

const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 1_500;
const PING = 'select 1';

/** Asks Postgres for a sign of life on a connection of its own, so that requests learn within 3 seconds that it is gone. */
@Injectable()
export class DatabaseHealth implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('database');
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private answering = true;
  private silentSince = 0;

  constructor(
    private readonly config: AppConfig,
    private readonly database: Database,
    private readonly failures: PartFailures,
  ) {}

  get up(): boolean {
    return this.answering;
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.drop();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.probe().finally(() => this.schedule()), PROBE_EVERY_MS);
    this.timer.unref();
  }

  private async probe(): Promise<void> {
    try {
      await withinTimeout(this.ask());
      this.report(true);
    } catch {
      await this.drop();
      this.report(false);
    }
  }

  private async ask(): Promise<void> {
    if (!this.client) {
      const client = new Client({ connectionString: this.config.database.url, application_name: 'attune-health' });
      client.on('error', () => undefined);
      this.client = client;
      await client.connect();
    }
    await this.client.query(PING);
  }

  private async drop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await client.end().catch(() => undefined);
  }

  private report(answering: boolean): void {
    const changed = answering !== this.answering;
    this.answering = answering;
    const { pool } = this.database;
    if (pool instanceof GatedPool) pool.setAvailable(answering);
    if (changed) this.tell(answering);
  }

  /** While Postgres is silent nothing can be written down, so its failure is noted once it is back. */
  private tell(answering: boolean): void {
    this.logger.warn(answering ? 'Postgres answers again' : 'Postgres does not answer');
    if (!answering) {
      this.silentSince = performance.now();
      return;
    }
    const seconds = Math.max(1, Math.round((performance.now() - this.silentSince) / 1_000));
    void this.failures.note('database', `PostgreSQL did not answer for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
  }
}

/** A busy event loop is not a silent database: what has arrived meanwhile is read before the time is up. */
function withinTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new Error('no answer in time')))), PROBE_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
