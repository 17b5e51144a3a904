import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Queryable, statement } from '../../common/database/database';
import type { ActivityLogEntry, ActivityRecurrence } from './activity.entity';

/** An entry as it is written. */
export type NewEntry = Omit<ActivityLogEntry, 'seq' | 'details'> & { details: string };

/** Which deeds are the same one. */
export type RecurrenceKey = Pick<ActivityRecurrence, 'quarter' | 'key'>;

/** How often somebody did the same within a quarter of an hour that is over. */
export type ClosedRecurrence = Pick<ActivityRecurrence, 'action' | 'actor_type' | 'actor_id' | 'subject_type' | 'subject_id' | 'times'>;

export const ENTRY_VALUES = 'id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids';

// Several at the same moment do not wait for each other: the number may stay below what really happened, never above.
const COUNT = statement<{ known: true }>(
  'activity-recurrence-count',
  `with counted as (
     update activity_recurrences set times = times + 1 where quarter = $1
       and key = (select key from activity_recurrences where quarter = $1 and key = $2 and clients_hash = $3 for update skip locked)
   )
   select true as known from activity_recurrences where quarter = $1 and key = $2 and clients_hash = $3`,
);

const NOTE = statement(
  'activity-recurrence-note',
  `with known as (
     select client_ids from activity_recurrences where quarter = $12 and key = $13
   ), fresh as (
     select array(select id from unnest($11::uuid[]) with ordinality as read (id, place)
                  where id not in (select unnest(client_ids) from known) order by place) as ids
   ), noted as (
     insert into activity_recurrences as r (quarter, key, action, actor_type, actor_id, subject_type, subject_id, clients_hash, client_ids, times)
     values ($12, $13, $3, $4, $5, $7, $8, $14, coalesce($11, '{}'), 1)
     on conflict (quarter, key) do update set times = r.times + 1, clients_hash = excluded.clients_hash,
       client_ids = case when (select cardinality(ids) from fresh) > 0 then r.client_ids || (select ids from fresh) else r.client_ids end
   )
   insert into activity_log (${ENTRY_VALUES})
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nullif(ids, '{}') from fresh
   where pg_current_xact_id() is not null and (cardinality(ids) > 0 or not exists (select from known))`,
);

const CLOSE = statement<ClosedRecurrence>(
  'activity-recurrences-close',
  `with closed as (delete from activity_recurrences where quarter < $1 returning *)
   select action, actor_type, actor_id, subject_type, subject_id, times from closed where times > 1 order by quarter, key`,
);

/** What somebody did within a quarter of an hour, and to whose records: the same deed again is counted, and only what is new is an entry. */
@Injectable()
export class ActivityRecurrenceRepository {
  /** Writes the entry unless one of this quarter of an hour says it already; a part of its clients that is new is an entry of its own. */
  async recordRecurring(on: Queryable, { quarter, key }: RecurrenceKey, entry: NewEntry): Promise<void> {
    // The same list again and again is the usual case: one statement, which sends no ids.
    const clientsHash = createHash('sha256').update(JSON.stringify(entry.client_ids)).digest();
    const [known] = await on.query(COUNT, [quarter, key, clientsHash]);
    if (!known) await on.query(NOTE, [...valuesOf(entry), quarter, key, clientsHash]);
  }

  /** Ends what began before an instant. @returns what happened more than once */
  closeBefore(quarter: Date, tx: Queryable): Promise<ClosedRecurrence[]> {
    return tx.query(CLOSE, [quarter]);
  }
}

/** In the order of {@link ENTRY_VALUES}. */
export function valuesOf(entry: NewEntry): unknown[] {
  const { id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids } = entry;
  return [id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids];
}
