import { Injectable } from '@nestjs/common';
import { Queryable, statement } from '../../../common/database/database';
import { microseconds } from '../activity-entry';
import type { ActivityCheckpoint as ActivityCheckpointTable, ActivitySeal as ActivitySealTable } from '../activity.entity';
import { ActivityCheckpoint } from './checkpoint';

/** A row as SQL gives it back, its month as `yyyy-MM` and its moment in microseconds. */
interface CheckpointRow extends Omit<ActivityCheckpointTable, 'created_at'> {
  created_at: string;
}

type SealedUpTo = Pick<ActivityCheckpoint, 'seal_id' | 'last_seq' | 'hash'>;

const ALL = statement<CheckpointRow>('activity-checkpoints', `select to_char(month, 'YYYY-MM') as month, seal_id::text, last_seq::text, entries::text, hash, public_key, signature,
                ${microseconds('created_at')} as created_at
           from activity_checkpoints order by activity_checkpoints.month`);
const ADD = statement('activity-checkpoint-add', `insert into activity_checkpoints (month, seal_id, last_seq, entries, hash, public_key, signature, created_at)
         values (to_date($1, 'YYYY-MM'), $2, $3, $4, $5, $6, $7, to_timestamp(0) + $8::bigint * interval '1 microsecond')
         on conflict (month) do nothing`);
const FIRST_MONTH = statement<{ month: string | null }>('activity-first-month', `select to_char(at at time zone 'UTC', 'YYYY-MM') as month from activity_log
          where at between '2000-01-01' and $1 order by seq limit 1`);
/** Whoever goes on adding entries with a wrong time cannot hold this up: a seal from so long after covers all that was written before. */
const UNSEALED_BEFORE = statement<{ waiting: boolean }>('activity-unsealed-before', `select exists (
           select from activity_log
            where seq > (select coalesce(max(last_seq), 0) from activity_seals) and at < $1
         ) and not exists (select from activity_seals where sealed_at >= $2) as waiting`);
const SEAL_OF_LAST_ENTRY = statement<Pick<ActivitySealTable, 'id' | 'last_seq' | 'hash'>>('activity-seal-of-last-entry', `select id::text, last_seq::text, hash from activity_seals
          where first_seq <= (select seq from activity_log where at < $1 order by seq desc limit 1)
          order by activity_seals.id desc limit 1`);
const ENTRIES_BETWEEN = statement<{ entries: string }>('activity-entries-between', 'select coalesce(sum(entries), 0)::text as entries from activity_seals where id > $1 and id <= $2');

/** Checkpoints, one per month, and what they are made from. */
@Injectable()
export class ActivityCheckpointRepository {
  /** A dozen a year: all of them at once. */
  async listCheckpoints(on: Queryable): Promise<ActivityCheckpoint[]> {
    const rows = await on.query(ALL);
    return rows.map((row) => ({ ...row, seal_id: BigInt(row.seal_id), last_seq: BigInt(row.last_seq), entries: BigInt(row.entries) }));
  }

  async addCheckpoint(tx: Queryable, checkpoint: ActivityCheckpoint): Promise<void> {
    const { month, seal_id, last_seq, entries, hash, public_key, signature, created_at } = checkpoint;
    await tx.query(ADD, [month, seal_id, last_seq, entries, hash, public_key, signature, created_at]);
  }

  /** @returns `yyyy-MM` of the first entry that says a time which can be, in UTC; null while there is none */
  async findFirstMonth(tx: Queryable, now: Date): Promise<string | null> {
    const [row] = await tx.query(FIRST_MONTH, [now]);
    return row?.month ?? null;
  }

  /** Whether an entry from before that instant still waits for its seal. @param settled when all that was written before must have been sealed */
  async hasUnsealedBefore(tx: Queryable, instant: Date, settled: Date): Promise<boolean> {
    const [row] = await tx.query(UNSEALED_BEFORE, [instant, settled]);
    return row?.waiting === true;
  }

  /** The seal that holds the last entry from before that instant. */
  async findSealOfLastEntry(tx: Queryable, before: Date): Promise<SealedUpTo | undefined> {
    const [row] = await tx.query(SEAL_OF_LAST_ENTRY, [before]);
    return row && { seal_id: BigInt(row.id), last_seq: BigInt(row.last_seq), hash: row.hash };
  }

  /** How many entries the seals after `first` and up to `last` hold. */
  async countEntriesBetween(tx: Queryable, first: bigint, last: bigint): Promise<bigint> {
    const [row] = await tx.query(ENTRIES_BETWEEN, [first, last]);
    return BigInt(row?.entries ?? 0);
  }
}
