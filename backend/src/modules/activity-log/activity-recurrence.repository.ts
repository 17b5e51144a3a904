import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../common/crypto/key-ring';
import { equalInConstantTime } from '../../common/crypto/tokens';
import { Queryable, statement } from '../../common/database/database';
import { ActivityEntry } from './activity-entry';
import type { ActivityLogEntry, ActivityRecurrence } from './activity.entity';
import { markOf } from './entry-marks.service';

/** An entry as it is written. */
export type NewEntry = Omit<ActivityLogEntry, 'seq' | 'details' | 'mark'> & { details: string };

/** Which deeds are the same one. */
export type RecurrenceKey = Pick<ActivityRecurrence, 'quarter' | 'key'>;

/** How often somebody did the same within a quarter of an hour that is over. */
export type ClosedRecurrence = Pick<ActivityRecurrence, 'action' | 'actor_type' | 'actor_id' | 'subject_type' | 'subject_id' | 'times'>;

const INSERT = statement<{ as_given: boolean }>(
  'activity-insert',
  // The condition gives the transaction its id before the entry draws its number. Sealing waits for smaller ids to end, and so never
  // closes a range of numbers into which somebody is still writing.
  `insert into activity_log (id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids, mark)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 where pg_current_xact_id() is not null
   returning (id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids, mark)
     is not distinct from ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as as_given`,
  { plan: 'generic' },
);

// Several at the same moment do not wait for each other: the number may stay below what really happened, never above.
const COUNT = statement<{ known: true }>(
  'activity-recurrence-count',
  `with counted as (
     update activity_recurrences set times = times + 1 where quarter = $1
       and key = (select key from activity_recurrences where quarter = $1 and key = $2 and clients_hash = $3 for update skip locked)
   )
   select true as known from activity_recurrences where quarter = $1 and key = $2 and clients_hash = $3`,
  { plan: 'generic' },
);

const KNOWN = statement<Pick<ActivityRecurrence, 'client_ids' | 'mark'>>(
  'activity-recurrence-known',
  'select client_ids, mark from activity_recurrences where quarter = $1 and key = $2',
);

const NOTE = statement(
  'activity-recurrence-note',
  `insert into activity_recurrences as r (quarter, key, action, actor_type, actor_id, subject_type, subject_id, clients_hash, client_ids, mark, times)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)
   on conflict (quarter, key) do update set times = r.times + 1, clients_hash = excluded.clients_hash, client_ids = excluded.client_ids, mark = excluded.mark`,
);

const CLOSE = statement<ClosedRecurrence>(
  'activity-recurrences-close',
  `with closed as (delete from activity_recurrences where (quarter, key) in (select quarter, key from activity_recurrences where quarter < $1 order by quarter, key limit $2) returning *)
   select action, actor_type, actor_id, subject_type, subject_id, times from closed order by quarter, key`,
);

/** What somebody did within a quarter of an hour, and to whose records: the same deed again is counted, and only what is new is an entry. */
@Injectable()
export class ActivityRecurrenceRepository {
  constructor(private readonly keys: KeyRing) {}

  /**
   * Writes the entry unless one of this quarter of an hour says it already; a part of its clients that is new is an entry of its own.
   * Only what the product noted itself counts as said: whoever writes to the table hides nothing.
   * @param beforeEntry throws where it may not be written
   * @returns whether it wrote the entry
   */
  async recordRecurring(on: Queryable, { quarter, key }: RecurrenceKey, entry: NewEntry, beforeEntry: () => void): Promise<boolean> {
    // The same list again and again is the usual case: one statement, which sends no ids.
    const clientsHash = this.digest('last', quarter, key, entry.client_ids ?? []);
    const [counted] = await on.query(COUNT, [quarter, key, clientsHash]);
    if (counted) return false;
    const [row] = await on.query(KNOWN, [quarter, key]);
    const isOurs = row !== undefined && equalInConstantTime(row.mark, this.digest('known', quarter, key, row.client_ids));
    const known = isOurs ? row.client_ids : [];
    const fresh = [...new Set(entry.client_ids)].filter((id) => !known.includes(id));
    const isNew = !isOurs || fresh.length > 0;
    if (isNew) {
      beforeEntry();
      await writeEntry(on, this.keys, { ...entry, client_ids: fresh.length > 0 ? fresh : null });
    }
    const all = [...known, ...fresh];
    const { action, actor_type, actor_id, subject_type, subject_id } = entry;
    const mark = this.digest('known', quarter, key, all);
    await on.query(NOTE, [quarter, key, action, actor_type, actor_id, subject_type, subject_id, clientsHash, all, mark]);
    return isNew;
  }

  /** Ends so many of those that began before an instant. @returns what they were, also what happened once */
  closeBefore(quarter: Date, atMost: number, tx: Queryable): Promise<ClosedRecurrence[]> {
    return tx.query(CLOSE, [quarter, atMost]);
  }

  private digest(what: 'last' | 'known', quarter: Date, key: Buffer, clientIds: readonly string[]): Buffer {
    return this.keys.mark('activity_recurrences', [what, quarter, key.toString('hex'), ...clientIds]);
  }
}

/** @throws Error when the table did not take the entry as it is, by a trigger of somebody else: the deed is undone then */
export async function writeEntry(on: Queryable, keys: KeyRing, entry: NewEntry): Promise<void> {
  const [written] = await on.query(INSERT, [...valuesOf(entry), markOf(keys, asText(entry))]);
  if (!written?.as_given) throw new Error('The activity log did not take an entry as it was given.');
}

/** In the order of {@link INSERT}'s values. */
function valuesOf(entry: NewEntry): unknown[] {
  const { id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids } = entry;
  return [id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids];
}

/** As the database writes it. */
function asText(entry: NewEntry): Omit<ActivityEntry, 'seq'> {
  const { at, actor_id, session_id, subject_id, client_ids, address_hash } = entry;
  return {
    ...entry,
    at: String(at.getTime() * 1_000),
    actor_id: actor_id && actor_id.toLowerCase(),
    session_id: session_id && session_id.toLowerCase(),
    subject_id: subject_id && subject_id.toLowerCase(),
    client_ids: client_ids && `{${client_ids.join(',').toLowerCase()}}`,
    address_hash: address_hash && address_hash.toString('hex'),
  };
}
