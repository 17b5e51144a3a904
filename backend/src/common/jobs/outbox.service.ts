import { Injectable } from '@nestjs/common';
import { newId, Queryable } from '../database/database';
import { OutboxJob } from './job';

/** The Postgres channel on which a commit tells the relay that there is something to do. */
export const OUTBOX_CHANNEL = 'outbox';

const INSERT = {
  name: 'outbox-insert',
  text: `with added as (
           insert into outbox (id, queue, job, payload)
           select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[])
         )
         select pg_notify('${OUTBOX_CHANNEL}', '')`,
};

/**
 * Where a request leaves work for the worker. The job is a row of the caller's transaction: it exists if and only if the change that
 * caused it does. Nothing here talks to Redis; the worker's relay is woken when the transaction commits.
 */
@Injectable()
export class Outbox {
  /** @returns the id of the job, which is also its id in the queue */
  async add(tx: Queryable, job: OutboxJob): Promise<string> {
    const id = newId();
    await insert(tx, [id], [job]);
    return id;
  }

  /** Several jobs in one statement. */
  async addAll(tx: Queryable, jobs: readonly OutboxJob[]): Promise<string[]> {
    const ids = jobs.map(() => newId());
    if (jobs.length > 0) await insert(tx, ids, jobs);
    return ids;
  }
}

async function insert(tx: Queryable, ids: readonly string[], jobs: readonly OutboxJob[]): Promise<void> {
  await tx.query(INSERT, [
    ids,
    jobs.map(({ queue }) => queue),
    jobs.map(({ job }) => job),
    jobs.map(({ payload }) => JSON.stringify(payload)),
  ]);
}
