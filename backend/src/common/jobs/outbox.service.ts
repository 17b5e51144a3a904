import { Injectable } from '@nestjs/common';
import { newId, Queryable, statement } from '../database/database';
import type { OutboxJob } from '../database/kit.entity';
import type { Job } from './job';

/** The Postgres channel on which the relay is told, after a commit, that there is something to do. It looks by itself as well. */
export const OUTBOX_CHANNEL = 'outbox';

const INSERT = statement('outbox-insert', `insert into outbox (id, queue, job, payload, available_at)
           select id, $2, $3, payload, now() + $5 * interval '1 millisecond' from unnest($1::uuid[], $4::jsonb[]) as one (id, payload)`, { plan: 'generic' });

/**
 * Nothing of it waits for anybody: a row that a relay or another transaction has just now is no longer one that waits, and what is due
 * later than this one would be is about something else.
 */
const INSERT_OR_PUT_OFF = statement('outbox-insert-or-put-off', `with waiting as (
           update outbox set available_at = now() + $5 * interval '1 millisecond'
            where id = (select id from outbox where state = 'pending' and available_at <= now() + $5 * interval '1 millisecond'
                           and queue = $2 and job = $3 and payload = $4::jsonb and attempts = 0 limit 1 for update skip locked)
            returning id
         )
         insert into outbox (id, queue, job, payload, available_at)
         select $1, $2, $3, $4::jsonb, now() + $5 * interval '1 millisecond' where not exists (select from waiting)`);

/**
 * A job that was not begun yet sees all that is committed before it begins: it waits for this transaction, which holds its row. One that another
 * transaction holds may just begin.
 */
const INSERT_UNLESS_WAITING = statement('outbox-insert-unless-waiting', `with waiting as (
           select payload from outbox where state in ('pending', 'queued') and attempts = 0 and queue = $2 and job = $3 and payload = any($4::jsonb[]) for update skip locked
         )
         insert into outbox (id, queue, job, payload, available_at)
         select one.id, $2, $3, one.payload, now() + $5 * interval '1 millisecond' from unnest($1::uuid[], $4::jsonb[]) as one (id, payload)
          where not exists (select from waiting w where w.payload = one.payload)`);

/** A queue that still holds the id of such a row finds nothing to do. */
const WITHDRAW = statement('outbox-withdraw', `delete from outbox where queue = $1 and job = $2 and payload = any($3::jsonb[])`);

const REPEAT = statement<Pick<OutboxJob, 'id'>>('outbox-repeat', `update outbox set state = 'pending', attempts = 0, last_error = null, available_at = now(), queued_at = null, finished_at = null
            where id = $1 and state in ('done', 'failed', 'discarded') returning id`);

/**
 * Where a request leaves work for the worker. The job is a row of the caller's transaction: it exists if and only if the change that
 * caused it does. Nothing here talks to Redis; the worker's relay is woken when the transaction commits.
 */
@Injectable()
export class Outbox {
  /** One row for each payload, in one statement. @param delayMs how long it waits at least. @returns the ids of the rows, which are also their ids in the queue */
  async add<P extends object>(tx: Queryable, { queue, name }: Job<P>, payloads: readonly NoInfer<P>[], delayMs = 0): Promise<string[]> {
    const ids = payloads.map(() => newId());
    if (ids.length === 0) return ids;
    tx.notify(OUTBOX_CHANNEL);
    await tx.query(INSERT, [ids, queue, name, payloads.map((payload) => JSON.stringify(payload)), delayMs]);
    return ids;
  }

  /** Leaves a job, or puts off the same one where it still waits: whoever looks at everything anew need not look once for each change. */
  async addOnce<P extends object>(tx: Queryable, { queue, name }: Job<P>, payload: NoInfer<P>, delayMs: number): Promise<void> {
    tx.notify(OUTBOX_CHANNEL);
    await tx.query(INSERT_OR_PUT_OFF, [newId(), queue, name, JSON.stringify(payload), delayMs]);
  }

  /** Leaves a job for each payload for which none waits, however late it is due. */
  async addUnlessWaiting<P extends object>(tx: Queryable, { queue, name }: Job<P>, payloads: readonly NoInfer<P>[], delayMs: number): Promise<void> {
    if (payloads.length === 0) return;
    tx.notify(OUTBOX_CHANNEL);
    await tx.query(INSERT_UNLESS_WAITING, [payloads.map(() => newId()), queue, name, payloads.map((payload) => JSON.stringify(payload)), delayMs]);
  }

  /** Does a job once more that has come to its end, with the id that it has. @returns false while it is on its way, or when it is not known any more */
  async repeat(tx: Queryable, id: string): Promise<boolean> {
    tx.notify(OUTBOX_CHANNEL);
    return (await tx.query(REPEAT, [id])).length === 1;
  }

  /** Takes back jobs about what is gone, whatever became of them: a row that is left names it for a week. */
  async withdraw<P extends object>(tx: Queryable, { queue, name }: Job<P>, payloads: readonly NoInfer<P>[]): Promise<void> {
    if (payloads.length > 0) await tx.query(WITHDRAW, [queue, name, payloads.map((payload) => JSON.stringify(payload))]);
  }
}
