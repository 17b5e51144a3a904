import { Injectable } from '@nestjs/common';
import { QueueName } from '../../config/queue-names';
import { Database, newId, Queryable, statement } from '../database/database';
import type { OutboxJob } from '../database/kit.entity';
import { declaredJobs, Upkeep } from './job';

/** A row on its way to the queue. */
export type OutboxPointer = Pick<OutboxJob, 'id' | 'queue' | 'job'>;

/** A row whose turn it is. */
export interface BegunJob extends Pick<OutboxJob, 'id' | 'job' | 'payload'> {
  /** This try included. */
  attempts: OutboxJob['attempts'];
}

const DUE = statement<OutboxPointer>('outbox-due', `select id, queue, job from outbox
          where state = 'pending' and available_at <= now() and queue = any($1)
          order by available_at limit $2 for update skip locked`);
const UNFINISHED = statement<OutboxPointer>('outbox-unfinished', `select id, queue, job from outbox
          where state = 'queued' and queued_at <= $2 and queue = any($1)
          order by queued_at limit $3 for update skip locked`);
const MOMENT_AGO = statement<{ moment: Date }>('outbox-moment-ago', `select now() - $1 * interval '1 millisecond' as moment`);
const MARK_QUEUED = statement('outbox-queued', `update outbox set state = 'queued', queued_at = now() where id = any($1)`);
const BEGIN = statement<BegunJob>('outbox-begin', `update outbox set attempts = attempts + 1
          where id = $1 and (state = 'queued' or (state = 'pending' and available_at <= now()))
          returning id, job, payload, attempts`);
const FINISH = statement('outbox-finish', `update outbox set state = 'done', finished_at = now(), last_error = null where id = $1`);
const POSTPONE = statement('outbox-postpone', `update outbox set state = 'pending', last_error = $2, available_at = now() + $3 * interval '1 millisecond' where id = $1`);
const PUT_OFF = statement('outbox-put-off', `update outbox set state = 'pending', attempts = greatest(attempts - 1, 0), available_at = now() + $2 * interval '1 millisecond' where id = $1 and state in ('pending', 'queued')`);
const LET_GO = statement('outbox-let-go', `update outbox set state = 'discarded', last_error = $2, finished_at = now() where id = $1`);
const GIVE_UP = statement('outbox-give-up', `update outbox set state = 'failed', last_error = $2, finished_at = now() where id = $1`);
/** Whoever does not get it can leave the scheduling to the worker that has it. */
const SCHEDULING = statement<{ mine: boolean }>('outbox-scheduling', `select pg_try_advisory_xact_lock(hashtext('attune:periodic-jobs')) as mine`);
const SCHEDULE = statement(
  'outbox-schedule',
  // A round that was given up is told about until the next one is: the newest failure of each job stays, not one for every minute.
  `with put as (
           insert into outbox (id, queue, job, payload)
           select due.id, 'maintenance', due.job, '{}' from unnest($1::uuid[], $2::text[], $3::int[]) as due (id, job, every_ms)
            where not exists (
              select from outbox o
               where o.queue = 'maintenance' and o.job = due.job
                 and (o.state in ('pending', 'queued') or o.created_at > now() - due.every_ms * interval '1 millisecond')
            )
           returning job
         )
         delete from outbox o using put
          where o.queue = 'maintenance' and o.job = put.job and o.state = 'failed'
            and exists (
              select from outbox newer
               where newer.queue = 'maintenance' and newer.job = o.job and newer.state = 'failed' and newer.created_at > o.created_at
            )`,
);
/** Upkeep and brief jobs leave many rows that tell nobody anything; what was discarded goes like what was done, but for mails, of which whoever sent them is told until about the appointment. */
const REMOVE_FINISHED = statement<Pick<OutboxJob, 'id'>>('outbox-remove-finished', `delete from outbox where id in (
           select id from outbox
            where state in ('done', 'discarded') and finished_at < now() - interval '1 hour'
              and (finished_at < now() - case when queue = 'mail' and state = 'discarded' then interval '60 days' else interval '7 days' end or (state = 'done' and (queue = 'maintenance' or job = any($1))))
            limit 5000
         ) returning id`);

/** The outbox as the worker reads and moves it. Times are the database's, so that workers with different clocks agree. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /** Locks rows that wait; another relay skips them until the transaction ends. */
  due(tx: Queryable, queues: readonly QueueName[], limit: number): Promise<OutboxPointer[]> {
    return tx.query(DUE, [queues, limit]);
  }

  /** Locks rows that the queue should have brought to their end by now. */
  unfinished(tx: Queryable, queues: readonly QueueName[], before: Date, limit: number): Promise<OutboxPointer[]> {
    return tx.query(UNFINISHED, [queues, before, limit]);
  }

  /** A moment by the database's clock. */
  async momentAgo(ms: number): Promise<Date> {
    const [row] = await this.database.query(MOMENT_AGO, [ms]);
    if (!row) throw new Error('Postgres did not tell the time');
    return row.moment;
  }

  async markQueued(tx: Queryable, ids: readonly string[]): Promise<void> {
    await tx.query(MARK_QUEUED, [ids]);
  }

  /** Counts the try. @returns undefined when there is nothing to do: done, given up, not yet due again, or never committed */
  async begin(id: string): Promise<BegunJob | undefined> {
    const [row] = await this.database.query(BEGIN, [id]);
    return row;
  }

  async finish(id: string): Promise<void> {
    await this.database.query(FINISH, [id]);
  }

  async postpone(id: string, reason: string, waitMs: number): Promise<void> {
    await this.database.query(POSTPONE, [id, reason, waitMs]);
  }

  /** {@link postpone}, where it was not tried. */
  async putOff(id: string, waitMs: number): Promise<void> {
    await this.database.query(PUT_OFF, [id, waitMs]);
  }

  /** Given up, and nobody has to look at it. */
  async letGo(id: string, reason: string): Promise<void> {
    await this.database.query(LET_GO, [id, reason]);
  }

  async giveUp(id: string, reason: string): Promise<void> {
    await this.database.query(GIVE_UP, [id, reason]);
  }

  /** Puts every periodic job in line that is due. One worker at a time does this; another one has nothing to add. */
  async schedulePeriodic(tx: Queryable, jobs: readonly { name: string; everyMs: number }[]): Promise<void> {
    const [lock] = await tx.query(SCHEDULING);
    if (!lock?.mine) return;
    await tx.query(SCHEDULE, [jobs.map(() => newId()), jobs.map(({ name }) => name), jobs.map(({ everyMs }) => everyMs)]);
  }

  /**
   * Jobs that were done or discarded a week ago; done upkeep and brief jobs after an hour. What was given up stays until a person has
   * looked at it.
   */
  @Upkeep('finished jobs')
  async removeFinished(): Promise<number> {
    const brief = declaredJobs().filter((job) => job.brief);
    let total = 0;
    let removed: number;
    do {
      removed = (await this.database.query(REMOVE_FINISHED, [brief.map(({ name }) => name)])).length;
      total += removed;
    } while (removed > 0);
    return total;
  }
}
