import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AppConfig } from '../../config/app-config';
import { Database, statement } from '../database/database';
import { WorkerHeartbeat } from '../database/kit.entity';
import { PartFailures } from '../health/part-failures';
import { Upkeep } from './job';
import { JobHandlers } from './job-handlers';
import { Queues } from './queues';

const EVERY_MS = 5_000;
const FIRST_AFTER_MS = 1_000;

const BEAT = statement('worker-heartbeat', `insert into worker_heartbeats (worker_id, seen_at, queue_state, queue_engine, details) values ($1, now(), $2, $3, $4)
         on conflict (worker_id) do update set seen_at = excluded.seen_at, queue_state = excluded.queue_state, details = excluded.details`);

/** Tells through Postgres that this worker lives and whether it reaches its queue; the API knows the queue from here only. */
@Injectable()
export class Heartbeat {
  private readonly logger = new Logger('queue');
  private readonly workerId = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private state: 'ok' | 'down' | undefined;

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
    const state = (await this.jobQueues.alive()) ? 'ok' : 'down';
    const server = state === 'ok' ? await this.jobQueues.serverName() : null;
    if (this.stopped) return;
    const changed = state !== (this.state ?? 'ok');
    this.state = state;
    const { queues } = this.handlers;
    const details = JSON.stringify({ queues, queue_server: server, notetakers: queues.includes('meeting-record') ? this.config.notetaker.slots : 0 });
    // A database that is away is reported by its own watch.
    await this.database.query(BEAT, [this.workerId, state, this.config.queue.engine, details]).catch(() => undefined);
    if (changed) await this.tell(state);
  }

  private async tell(state: 'ok' | 'down'): Promise<void> {
    this.logger.warn(state === 'ok' ? 'Redis answers again' : 'Redis does not answer; jobs wait in the outbox');
    if (state === 'down') await this.failures.note('redis', 'Redis does not answer.');
  }

  /** Workers that were killed leave their last sign of life behind. */
  @Upkeep('worker heartbeats')
  async deleteOld(): Promise<number> {
    const { affected } = await this.database.manager.createQueryBuilder().delete().from(WorkerHeartbeat).where(`seen_at < now() - interval '1 day'`).execute();
    return affected ?? 0;
  }
}
