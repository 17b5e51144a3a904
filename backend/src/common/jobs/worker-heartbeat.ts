import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AppConfig } from '../../config/app-config';
import { Database, statement } from '../database/database';
import { WorkerHeartbeat } from '../database/kit.entity';
import { PartFailures } from '../health/part-failures';
import { Upkeep } from './job';
import { JobHandlers } from './job-handlers';
import { QUEUE_TROUBLES, QueueTrouble } from './queue-trouble';
import { Queues } from './queues';

const EVERY_MS = 5_000;
const FIRST_AFTER_MS = 1_000;

const BEAT = statement('worker-heartbeat', `insert into worker_heartbeats (worker_id, seen_at, queue_state, queue_engine, details) values ($1, now(), $2, $3, $4)
         on conflict (worker_id) do update set seen_at = excluded.seen_at, queue_state = excluded.queue_state, details = excluded.details`);

/** Tells through Postgres that this worker lives and whether its queue takes jobs; the API knows the queue from here only. */
@Injectable()
export class Heartbeat {
  private readonly logger = new Logger('queue');
  private readonly workerId = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private trouble: QueueTrouble | null = null;

  constructor(
    private readonly database: Database,
    private readonly jobQueues: Queues,
    private readonly handlers: JobHandlers,
    private readonly config: AppConfig,
    private readonly failures: PartFailures,
  ) {}

  start(): void {
    // News of the queue are told at once, so that a fresh start is not "degraded" for five seconds.
    this.jobQueues.onReady(() => void this.beat());
    this.next(FIRST_AFTER_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.database.manager.delete(WorkerHeartbeat, { worker_id: this.workerId }).catch(() => undefined);
  }

  private next(delayMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.beat().finally(() => this.next(EVERY_MS)), delayMs);
  }

  private async beat(): Promise<void> {
    const trouble = await this.jobQueues.trouble();
    const server = trouble === 'away' ? null : await this.jobQueues.serverName();
    if (this.stopped) return;
    const changed = trouble !== this.trouble;
    this.trouble = trouble;
    const { queues } = this.handlers;
    const details = JSON.stringify({ queues, queue_server: server, queue_trouble: trouble, notetakers: queues.includes('meeting-record') ? this.config.notetaker.slots : 0 });
    // A database that is away is reported by its own watch.
    await this.database.query(BEAT, [this.workerId, trouble === null ? 'ok' : 'down', this.config.queue.engine, details]).catch(() => undefined);
    if (changed) await this.tell(trouble);
  }

  private async tell(trouble: QueueTrouble | null): Promise<void> {
    this.logger.warn(trouble === null ? 'Redis takes jobs again' : `${QUEUE_TROUBLES[trouble]} Jobs wait in the outbox.`);
    if (trouble !== null) await this.failures.note('redis', QUEUE_TROUBLES[trouble]);
  }

  /** Workers that were killed leave their last sign of life behind. */
  @Upkeep('worker heartbeats')
  async deleteOld(): Promise<number> {
    const { affected } = await this.database.manager.createQueryBuilder().delete().from(WorkerHeartbeat).where(`seen_at < now() - interval '1 day'`).execute();
    return affected ?? 0;
  }
}
