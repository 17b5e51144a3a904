import { Injectable } from '@nestjs/common';
import { newId, Queryable, statement } from '../database/database';
import type { Job } from './job';

/** The Postgres channel on which a commit tells the relay that there is something to do. */
export const OUTBOX_CHANNEL = 'outbox';

const INSERT = statement('outbox-insert', `with added as (
           insert into outbox (id, queue, job, payload)
           select id, $2, $3, payload from unnest($1::uuid[], $4::jsonb[]) as one (id, payload)
         )
         select pg_notify('${OUTBOX_CHANNEL}', '')`);

/** A queue that still holds the id of such a row finds nothing to do. */
const WITHDRAW = statement('outbox-withdraw', `delete from outbox where queue = $1 and job = $2 and payload = any($3::jsonb[])`);

/**
 * Where a request leaves work for the worker. The job is a row of the caller's transaction: it exists if and only if the change that
 * caused it does. Nothing here talks to Redis; the worker's relay is woken when the transaction commits.
 */
@Injectable()
export class Outbox {
  /** One row for each payload, in one statement. @returns the ids of the rows, which are also their ids in the queue */
  async add<P extends object>(tx: Queryable, { queue, name }: Job<P>, payloads: readonly NoInfer<P>[]): Promise<string[]> {
    const ids = payloads.map(() => newId());
    if (ids.length > 0) await tx.query(INSERT, [ids, queue, name, payloads.map((payload) => JSON.stringify(payload))]);
    return ids;
  }

  /** Takes back jobs about what is gone, whatever became of them: a row that is left names it for a week. */
  async withdraw<P extends object>(tx: Queryable, { queue, name }: Job<P>, payloads: readonly NoInfer<P>[]): Promise<void> {
    if (payloads.length > 0) await tx.query(WITHDRAW, [queue, name, payloads.map((payload) => JSON.stringify(payload))]);
  }
}
