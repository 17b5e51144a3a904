import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { ActivityEntry, ENTRY_SELECT, microseconds } from '../activity-entry';
import { MARKED_SELECT, MarkedEntry } from '../entry-marks.service';
import type { ActivitySeal as ActivitySealTable } from '../activity.entity';
import { ActivitySeal } from './seal';

/** Up to where the log was written at a moment. */
export interface Horizon {
  seq: bigint;
  /** Whoever was numbered up to `seq` has a smaller transaction id. */
  transactionId: string;
}

/** Entries that no seal covers yet. */
export interface Unsealed {
  entries: number;
  /** Of the oldest one, in microseconds. */
  oldest_at: string | null;
}

/** A seal as it is in the table. */
export type MarkedSeal = ActivitySeal & Pick<ActivitySealTable, 'mark'>;

/** A row as SQL gives it back, its moment in microseconds. */
interface SealRow extends Omit<ActivitySealTable, 'sealed_at'> {
  sealed_at: string;
}

const HORIZON = statement<{ seq: string; transaction_id: string }>(
  'activity-horizon',
  // The snapshot is older than the id, so every entry that is seen here, and each one numbered before it, has a smaller id.
  'select coalesce(max(seq), 0)::text as seq, pg_current_xact_id()::text as transaction_id from activity_log',
);
const FINAL = statement<{ final: boolean }>('activity-final', 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as final');
const LOCK = statement<{ mine: boolean }>('activity-seal-lock', `select pg_try_advisory_xact_lock(hashtext('attune:activity-seals')) as mine`);
const ENTRIES = statement<ActivityEntry>('activity-entries', `select ${ENTRY_SELECT} from activity_log where seq between $1 and $2 order by activity_log.seq limit $3`);
const MARKED_ENTRIES = statement<MarkedEntry>('activity-entries-marked', `select ${MARKED_SELECT} from activity_log where seq between $1 and $2 order by activity_log.seq limit $3`);
const SEAL_SELECT = `id::text, first_seq::text, last_seq::text, entries, previous_hash, entry_hashes, hash, ${microseconds('sealed_at')} as sealed_at, mark`;
const LAST_SEAL = statement<SealRow>('activity-last-seal', `select ${SEAL_SELECT} from activity_seals order by activity_seals.id desc limit 1`);
const NEWEST_SEALS = statement<SealRow>('activity-newest-seals', `select ${SEAL_SELECT} from activity_seals order by activity_seals.id desc limit $1`);
const SEAL = statement<SealRow>('activity-seal', `select ${SEAL_SELECT} from activity_seals where id = $1`);
const SEALS_AFTER = statement<SealRow>('activity-seals-after', `select ${SEAL_SELECT} from activity_seals where id > $1 order by activity_seals.id limit $2`);
const ADD = statement('activity-seal-add', `insert into activity_seals (id, first_seq, last_seq, entries, previous_hash, entry_hashes, hash, sealed_at, mark)
         values ($1, $2, $3, $4, $5, $6, $7, to_timestamp(0) + $8::bigint * interval '1 microsecond', $9)`);
const UNSEALED = statement<Unsealed>('activity-unsealed', `select count(*)::int as entries, ${microseconds('min(at)')} as oldest_at from activity_log where seq > $1`);
const UNSEALED_FOR = statement<{ seconds: number | null }>('activity-unsealed-for', 'select extract(epoch from now() - min(at))::float8 as seconds from activity_log where seq > coalesce((select max(last_seq) from activity_seals), 0)');

/** Entries as they are sealed, and the seals. All numbers are 64 bits. */
@Injectable()
export class ActivitySealRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  /** Outside of any transaction: its own id must be newer than what it sees. */
  async findHorizon(): Promise<Horizon> {
    const [row] = await this.database.query(HORIZON);
    if (!row) throw new Error('Postgres did not tell how far the log goes');
    return { seq: BigInt(row.seq), transactionId: row.transaction_id };
  }

  /** Whether every transaction that could still add an entry up to the horizon has ended. */
  async isFinal(horizon: Horizon): Promise<boolean> {
    const [row] = await this.database.query(FINAL, [horizon.transactionId]);
    return row?.final === true;
  }

  /** @returns false while another worker seals; the lock goes with the transaction */
  async lockChain(tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(LOCK);
    return row?.mine === true;
  }

  listEntries(on: Queryable, first: bigint, last: bigint, limit: number): Promise<ActivityEntry[]> {
    return on.query(ENTRIES, [first, last, limit]);
  }

  /** To be checked: with what shows who wrote them. */
  listMarkedEntries(on: Queryable, first: bigint, last: bigint, limit: number): Promise<MarkedEntry[]> {
    return on.query(MARKED_ENTRIES, [first, last, limit]);
  }

  async findLastSeal(on: Queryable = this.database): Promise<ActivitySeal | undefined> {
    const [row] = await on.query(LAST_SEAL);
    return row && toSeal(row);
  }

  /** Newest first. */
  async listNewestSeals(limit: number): Promise<ActivitySeal[]> {
    return (await this.database.query(NEWEST_SEALS, [limit])).map(toSeal);
  }

  async findSeal(id: bigint, on: Queryable = this.database): Promise<ActivitySeal | undefined> {
    const [row] = await on.query(SEAL, [id]);
    return row && toSeal(row);
  }

  async listSealsAfter(on: Queryable, id: bigint, limit: number): Promise<MarkedSeal[]> {
    return (await on.query(SEALS_AFTER, [id, limit])).map(toSeal);
  }

  async addSeal(tx: Queryable, seal: ActivitySeal): Promise<void> {
    const { id, first_seq, last_seq, entries, previous_hash, entry_hashes, hash, sealed_at } = seal;
    await tx.query(ADD, [id, first_seq, last_seq, entries, previous_hash, entry_hashes, hash, sealed_at, this.mark(seal)]);
  }

  /** Whether the product made it. */
  isGenuine(seal: Pick<MarkedSeal, 'id' | 'hash' | 'mark'>): boolean {
    return seal.mark !== null && equalInConstantTime(seal.mark, this.mark(seal));
  }

  async findUnsealed(tx: Queryable, lastSeq: bigint): Promise<Unsealed> {
    const [row] = await tx.query(UNSEALED, [lastSeq]);
    return row ?? { entries: 0, oldest_at: null };
  }

  /** @returns for how many seconds the oldest entry has waited; 0 where all are sealed */
  async unsealedFor(): Promise<number> {
    const [row] = await this.database.query(UNSEALED_FOR);
    return row?.seconds ?? 0;
  }

  mark({ id, hash }: Pick<ActivitySeal, 'id' | 'hash'>): Buffer {
    return this.keys.mark('activity_seals', [String(id), hash.toString('hex')]);
  }
}

function toSeal(row: SealRow): MarkedSeal {
  return { ...row, id: BigInt(row.id), first_seq: BigInt(row.first_seq), last_seq: BigInt(row.last_seq) };
}
