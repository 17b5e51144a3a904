import { Injectable, Logger } from '@nestjs/common';
import { Client } from 'pg';
import { AppConfig } from '../../config/app-config';
import { Database, Queryable } from '../database/database';
import { failureReason } from './job';
import { JobHandlers } from './job-handlers';
import { OutboxTiming } from './outbox-timing';
import { OutboxPointer, OutboxRepository } from './outbox.repository';
import { OUTBOX_CHANNEL } from './outbox.service';
import { QUEUE_TROUBLES } from './queue-trouble';
import { Queues } from './queues';

const RECONNECT_AFTER_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** Hears commits that left jobs, on a connection of its own. Missing one costs nothing but the poll interval. */
@Injectable()
export class OutboxListener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly config: AppConfig) {}

  start(heard: () => void): void {
    void this.connect(heard);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(heard: () => void): Promise<void> {
    if (this.stopped) return;
    const client = new Client({
      connectionString: this.config.database.sessionUrl,
      application_name: 'attune-outbox',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.reconnect(heard));
    client.on('notification', heard);
    try {
      await client.connect();
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      heard();
    } catch {
      await client.end().catch(() => undefined);
      this.reconnect(heard);
    }
  }

  private reconnect(heard: () => void): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(heard), RECONNECT_AFTER_MS);
  }
}

const BATCH = 100;
/** Not the first: a start, or a moment without the queue, is no news. */
const LOGGED_FAILURE = 3;
/** How late a periodic job may be. */
const PERIODIC_LOOK_EVERY_MS = 5_000;

/**
 * Hands rows to the queue, in the worker process only. Rows of queues that this worker does not take are left to another one.
 * While Redis is away, or takes nothing, rows stay pending; when the queue is back, or has lost what it held, everything unfinished is handed over again.
 */
@Injectable()
export class OutboxRelay {
  private readonly logger = new Logger('outbox');
  private running: Promise<void> | undefined;
  private stopped = false;
  private awake = false;
  private wakeUp: (() => void) | undefined;
  private failures = 0;
  private nextSweepAt = 0;
  private sweepAgeMs = 0;
  private nextPeriodicLookAt = 0;

  constructor(
    private readonly database: Database,
    private readonly rows: OutboxRepository,
    private readonly queues: Queues,
    private readonly listener: OutboxListener,
    private readonly handlers: JobHandlers,
    private readonly timing: OutboxTiming,
  ) {}

  start(): void {
    this.queues.onReady(() => this.sweepNow());
    this.listener.start(() => this.heard());
    this.running = this.run();
  }

  /** Ends after the batch that is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.listener.stop();
    await this.running;
  }

  /** A commit left a job: look at once and not at the next poll, unless we wait for Postgres or the queue to come back. */
  private heard(): void {
    this.awake = true;
    if (this.failures === 0) this.wakeUp?.();
  }

  /** The queue is new or was away: nobody knows what it still holds. */
  private sweepNow(): void {
    this.sweepAgeMs = 0;
    this.nextSweepAt = 0;
    this.failures = 0;
    this.awake = true;
    this.wakeUp?.();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        const more = await this.turn();
        this.failures = 0;
        if (!more) await this.pause(this.timing.pollMs);
      } catch (error) {
        this.failures += 1;
        if (this.failures === LOGGED_FAILURE) this.logger.warn(`jobs wait: ${failureReason(error)}`);
        await this.pause(Math.min(this.timing.pollMs * 2 ** this.failures, this.timing.longestPauseMs));
      }
    }
  }

  /** @returns whether there may be more to do right away */
  private async turn(): Promise<boolean> {
    this.awake = false;
    const trouble = await this.queues.trouble();
    if (trouble !== null) throw new Error(QUEUE_TROUBLES[trouble]);
    const now = performance.now();
    if (now >= this.nextSweepAt) {
      const olderThanMs = this.sweepAgeMs;
      this.nextSweepAt = now + this.timing.sweepEveryMs;
      this.sweepAgeMs = this.timing.sweepAfterMs;
      await this.sweep(olderThanMs);
    }
    if (now >= this.nextPeriodicLookAt && this.handlers.queues.includes('maintenance')) {
      await this.database.transaction((tx) => this.rows.schedulePeriodic(tx, this.handlers.periodic));
      this.nextPeriodicLookAt = now + PERIODIC_LOOK_EVERY_MS;
    }
    const moved = await this.carry((tx) => this.rows.due(tx, this.handlers.queues, BATCH));
    return moved === BATCH;
  }

  private async sweep(olderThanMs: number): Promise<void> {
    // A fixed moment: a row handed over in this sweep is younger, so the next pass takes other rows.
    const before = await this.rows.momentAgo(olderThanMs);
    let swept = BATCH;
    while (swept === BATCH)
      swept = await this.carry((tx) => this.rows.unfinished(tx, this.handlers.queues, before, BATCH), true);
  }

  /** The rows stay locked until the queue has them: if it does not take them, nothing changes. */
  private carry(take: (tx: Queryable) => Promise<OutboxPointer[]>, again = false): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await take(tx);
      if (rows.length === 0) return 0;
      await this.withinTime(Promise.all(rows.map(({ id, queue, job }) => this.queues.add(queue, id, job, again))));
      await this.rows.markQueued(
        tx,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }

  private async withinTime(work: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not take the jobs in time')), this.timing.redisTimeoutMs);
    });
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  private async pause(ms: number): Promise<void> {
    if ((this.awake && this.failures === 0) || this.stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }
}
