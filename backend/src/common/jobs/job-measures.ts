import { Injectable } from '@nestjs/common';
import type { QueueName } from '../../config/queue-names';
import { Database, statement } from '../database/database';
import type { OutboxJob } from '../database/kit.entity';
import { Measured, Measures } from '../metrics/metrics';

/** `seconds`: since the one that is due for the longest was due; 0 where none is. */
const OPEN = statement<Pick<OutboxJob, 'queue' | 'state'> & { jobs: number; seconds: number }>('jobs-measured', `select queue, state, count(*)::int as jobs,
         coalesce(extract(epoch from now() - min(available_at) filter (where available_at <= now())), 0)::float8 as seconds
       from outbox where state in ('pending', 'queued', 'failed') group by queue, state`);
const WORKERS = statement<{ workers: number }>('workers-measured', `select count(*)::int as workers from worker_heartbeats where seen_at > now() - interval '20 seconds'`);

interface Open { queue: QueueName; state: OutboxJob['state']; jobs: number; seconds: number }

/** How much is to be done, and for how long it has been. */
@Injectable()
export class JobMeasures {
  constructor(private readonly database: Database) {}

  @Measures('worker', 'attune_jobs', 'Jobs that wait, are with the queue, or were given up', ['queue', 'state'])
  async jobs(): Promise<Measured[]> {
    return (await this.open()).map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs }));
  }

  @Measures('worker', 'attune_oldest_job_seconds', 'For how long the job that waits the longest has been due', ['queue'])
  async oldest(): Promise<Measured[]> {
    const waiting = (await this.open()).filter(({ state }) => state !== 'failed');
    const queues = [...new Set(waiting.map(({ queue }) => queue))];
    return queues.map((queue) => ({ labels: { queue }, value: Math.max(...waiting.filter((row) => row.queue === queue).map(({ seconds }) => seconds)) }));
  }

  @Measures('worker', 'attune_workers', 'Workers that gave a sign of life in the last 20 seconds')
  async workers(): Promise<Measured[]> {
    const [row] = await this.database.query(WORKERS);
    return [{ labels: {}, value: row?.workers ?? 0 }];
  }

  private open(): Promise<Open[]> {
    return this.database.query(OPEN);
  }
}
