import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock';
import { Database } from '../database/database';

/** A worker that gave a sign of life, with what it knows of its queue. */
export interface WorkerSign {
  queue_state: 'ok' | 'down';
  queue_engine: 'redis' | 'builtin';
  /** The queue server with its version, `Redis 7.2.4`; absent until it has told. */
  queue_server: string | null;
}

const MAX_AGE_MS = 20_000;

const FIND = {
  name: 'worker-sign',
  text: `select queue_state, queue_engine, details ->> 'queue_server' as queue_server from worker_heartbeats
         where seen_at > $1 order by queue_state desc, seen_at desc limit 1`,
};

/** What the API knows of the workers, which it only meets in Postgres. */
@Injectable()
export class WorkerWatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The best off of the workers seen in the last 20 seconds, or undefined when there is none. */
  async find(): Promise<WorkerSign | undefined> {
    const [sign] = await this.database.query<WorkerSign>(FIND, [new Date(this.clock.now().getTime() - MAX_AGE_MS)]);
    return sign;
  }
}
