import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock';
import { Database, statement } from '../database/database';
import type { FailingPart, PartFailure, WorkerHeartbeat } from '../database/kit.entity';
import { failureReason } from '../jobs/job';

const NOTE = statement('part-failure-note', `insert into part_failures (part, failed_at, reason) values ($1, now(), $2)
         on conflict (part) do update set failed_at = excluded.failed_at, reason = excluded.reason`);

const CLEAR = statement('part-failure-clear', 'delete from part_failures where part = $1');

const PART_FAILURES = statement<PartFailure>('part-failures', 'select part, failed_at, reason from part_failures order by failed_at desc');

/** The last failure of each part, so that the administrator's status can tell it. */
@Injectable()
export class PartFailures {
  constructor(private readonly database: Database) {}

  /** Never throws: telling about a failure must not cause another one. The reason is one line and names no person. */
  async note(part: FailingPart, reason: unknown): Promise<void> {
    await this.database.query(NOTE, [part, failureReason(reason)]).catch(() => undefined);
  }

  /** Of a part that is looked at as a whole: nothing is wrong with it now. */
  async clear(part: FailingPart): Promise<void> {
    await this.database.query(CLEAR, [part]);
  }

  /** The newest first. */
  list(): Promise<PartFailure[]> {
    return this.database.query(PART_FAILURES);
  }
}

/** A worker that gave a sign of life, with what it knows of its queue. */
export interface WorkerSign extends Pick<WorkerHeartbeat, 'queue_state' | 'queue_engine'> {
  /** The queue server with its version, `Redis 7.2.4`; absent until it has told. */
  queue_server: string | null;
  /** Why it is down; one of a later version may have reasons that are not known here. */
  queue_trouble: string | null;
}

const MAX_AGE_MS = 20_000;

const FIND = statement<WorkerSign>('worker-sign', `select queue_state, queue_engine, details ->> 'queue_server' as queue_server, details ->> 'queue_trouble' as queue_trouble from worker_heartbeats
         where seen_at > $1 order by queue_state desc, seen_at desc limit 1`);

/** What the API knows of the workers, which it only meets in Postgres. */
@Injectable()
export class WorkerWatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The best off of the workers seen in the last 20 seconds, or undefined when there is none. */
  async find(): Promise<WorkerSign | undefined> {
    const [sign] = await this.database.query(FIND, [new Date(this.clock.now().getTime() - MAX_AGE_MS)]);
    return sign;
  }
}
