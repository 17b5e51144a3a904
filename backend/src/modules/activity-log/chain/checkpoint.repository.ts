import { Injectable } from '@nestjs/common';
import { Queryable, statement } from '../../../common/database/database';
import { microseconds } from '../activity-entry';
import type { ActivityCheckpoint as ActivityCheckpointTable } from '../activity.entity';
import { ActivityCheckpoint } from './checkpoint';

/** A row as SQL gives it back, its month as `yyyy-MM` and its moment in microseconds. */
interface CheckpointRow extends Pick<ActivityCheckpointTable, 'month' | 'seal_id' | 'last_seq' | 'entries' | 'hash' | 'public_key' | 'signature'> {
  created_at: string;
}

const ALL = statement('activity-checkpoints', `select to_char(month, 'YYYY-MM') as month, seal_id::text, last_seq::text, entries::text, hash, public_key, signature,
                ${microseconds('created_at')} as created_at
           from activity_checkpoints order by activity_checkpoints.month`);
const ADD = statement('activity-checkpoint-add', `insert into activity_checkpoints (month, seal_id, last_seq, entries, hash, public_key, signature, created_at)
         values (to_date($1, 'YYYY-MM'), $2, $3, $4, $5, $6, $7, to_timestamp(0) + $8::bigint * interval '1 microsecond')
         on conflict (month) do nothing`);
const FIRST_MONTH = statement('activity-first-month', `select to_char(min(at) at time zone 'UTC', 'YYYY-MM') as month from activity_log`);
const UNSEALED_BEFORE = statement('activity-unsealed-before', `select exists (
           select from activity_log
            where seq > (select coalesce(max(last_seq), 0) from activity_seals) and at < $1
         ) as waiting`);
const SEAL_OF_LAST_ENTRY = statement('activity-seal-of-last-entry', `select id::text as seal_id, last_seq::text, hash from activity_seals
          where first_seq <= (select seq from activity_log where at < $1 order by seq desc limit 1)
          order by activity_seals.id desc limit 1`);
const ENTRIES_BETWEEN = statement('activity-entries-between', 'select coalesce(sum(entries), 0)::text as entries from activity_seals where id > $1 and id <= $2');

/** Checkpoints, one per month, and what they are made from. */
@Injectable()
export class ActivityCheckpointRepository {
  /** A dozen a year: all of them at once. */
  async listCheckpoints(on: Queryable): Promise<ActivityCheckpoint[]> {
    return (await on.query<CheckpointRow>(ALL)).map((row) => ({
      month: row.month,
      sealId: BigInt(row.seal_id),
      lastSeq: BigInt(row.last_seq),
      entries: BigInt(row.entries),
      hash: row.hash,
      publicKey: row.public_key,
      signature: row.signature,
      createdAt: row.created_at,
    }));
  }

  async addCheckpoint(tx: Queryable, checkpoint: ActivityCheckpoint): Promise<void> {
    const { month, sealId, lastSeq, entries, hash, publicKey, signature, createdAt } = checkpoint;
    await tx.query(ADD, [month, sealId, lastSeq, entries, hash, publicKey, signature, createdAt]);
  }

  /** @returns `yyyy-MM` of the oldest entry, in UTC; null while there is none */
  async findFirstMonth(tx: Queryable): Promise<string | null> {
    const [row] = await tx.query<{ month: string | null }>(FIRST_MONTH);
    return row?.month ?? null;
  }

  /** Whether an entry from before that instant still waits for its seal. */
  async hasUnsealedBefore(tx: Queryable, instant: Date): Promise<boolean> {
    const [row] = await tx.query<{ waiting: boolean }>(UNSEALED_BEFORE, [instant]);
    return row?.waiting === true;
  }

  /** The seal that holds the last entry from before that instant. */
  async findSealOfLastEntry(tx: Queryable, before: Date): Promise<Pick<ActivityCheckpoint, 'sealId' | 'lastSeq' | 'hash'> | undefined> {
    const [row] = await tx.query<Pick<CheckpointRow, 'seal_id' | 'last_seq' | 'hash'>>(SEAL_OF_LAST_ENTRY, [before]);
    return row && { sealId: BigInt(row.seal_id), lastSeq: BigInt(row.last_seq), hash: row.hash };
  }

  /** How many entries the seals after `first` and up to `last` hold. */
  async countEntriesBetween(tx: Queryable, first: bigint, last: bigint): Promise<bigint> {
    const [row] = await tx.query<Pick<CheckpointRow, 'entries'>>(ENTRIES_BETWEEN, [first, last]);
    return BigInt(row?.entries ?? 0);
  }
}
