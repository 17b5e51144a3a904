import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../database/database';
import type { OutboxJob } from '../database/kit.entity';
import { Keyset, keysetMoment, keysetTime } from '../paging/paging';
import { OUTBOX_CHANNEL } from './outbox.service';

/** A job that was given up. The reason names no person. */
export interface FailedJob extends Pick<OutboxJob, 'id' | 'queue' | 'job' | 'attempts' | 'created_at'> {
  reason: OutboxJob['last_error'];
  failed_at: NonNullable<OutboxJob['finished_at']>;
  keyset_at: string;
}

/** Which job a person acted on. */
export type SettledJob = Pick<OutboxJob, 'queue' | 'job'>;

const COLUMNS = `id, queue, job, last_error as reason, attempts, created_at, coalesce(finished_at, created_at) as failed_at, ${keysetTime('finished_at')} as keyset_at`;
const LIST = statement<FailedJob>('failed-jobs', `select ${COLUMNS} from outbox where state = 'failed' order by finished_at desc, id desc limit $1`);
const LIST_AFTER = statement<FailedJob>('failed-jobs-after', `select ${COLUMNS} from outbox where state = 'failed' and (finished_at, id) < (${keysetMoment('$2')}, $3::uuid)
         order by finished_at desc, id desc limit $1`);
const RETRY = statement<SettledJob>('failed-job-retry', `update outbox set state = 'pending', attempts = 0, last_error = null, available_at = now(), queued_at = null, finished_at = null
            where id = $1 and state = 'failed' returning queue, job`);
const DISCARD = statement<SettledJob>('failed-job-discard', `update outbox set state = 'discarded', finished_at = now() where id = $1 and state = 'failed' returning queue, job`);

const FAILED_JOBS_COUNT = statement<{ failed: number }>('failed-jobs-count', `select count(*)::int as failed from outbox where state = 'failed'`);
const JOB_EXISTS = statement('job-exists', 'select from outbox where id = $1');

/** Jobs that were given up, and what a person can do about them. */
@Injectable()
export class FailedJobs {
  constructor(private readonly database: Database) {}

  /** The last one given up first. */
  list(limit: number, after: Keyset | undefined): Promise<FailedJob[]> {
    return after ? this.database.query(LIST_AFTER, [limit, after.at, after.id]) : this.database.query(LIST, [limit]);
  }

  async count(): Promise<number> {
    const [row] = await this.database.query(FAILED_JOBS_COUNT);
    return row?.failed ?? 0;
  }

  /** Puts the job in line again with all its tries. @returns undefined when it is no failed job (any more) */
  async retry(tx: Queryable, id: string): Promise<SettledJob | undefined> {
    tx.notify(OUTBOX_CHANNEL);
    const [row] = await tx.query(RETRY, [id]);
    return row;
  }

  /** The job is not done; its row goes with the next tidying. @returns undefined when it is no failed job (any more) */
  async discard(tx: Queryable, id: string): Promise<SettledJob | undefined> {
    const [row] = await tx.query(DISCARD, [id]);
    return row;
  }

  async exists(tx: Queryable, id: string): Promise<boolean> {
    return (await tx.query(JOB_EXISTS, [id])).length === 1;
  }
}
