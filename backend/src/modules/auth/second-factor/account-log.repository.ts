import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MARKED_SELECT, MarkedEntry } from '../../activity-log/entry-marks.service';
import type { FactorAccount } from './second-factor.repository';

/** From when an account's rows say that they are, in their marks. */
export interface AccountTimes {
  /** The account's own row; null when it is from before there were times in marks. */
  account: Date | null;
  /** Null without a second factor. */
  factor: { confirmed: Date; codes: Date } | null;
}

/** Of rows of before: the log's entry of a change was written right after it. */
export const WRITTEN_WITHIN_MS = 5_000;

/** The index is of these. */
const ENTRIES = `action in ('reset_administrator', 'disable_administrator', 'enable_administrator', 'change_password',
  'second_factor_enabled', 'second_factor_disabled', 'recovery_codes_renewed', 'recovery_code_used')`;
const OF_FACTOR = `action in ('second_factor_enabled', 'second_factor_disabled')`;
const OF_CODES = `action in ('second_factor_enabled', 'second_factor_disabled', 'recovery_codes_renewed', 'recovery_code_used')`;
const OF_ACCOUNT = `action not in ('recovery_codes_renewed', 'recovery_code_used')`;
/** Who can add entries to the log could date one so that it is always the newest. */
const BY_NOW = `interval '1 hour'`;
/** The newest one is looked for, and nearly always the first. */
const AT_A_TIME = 20;
const PART = `limit ${AT_A_TIME} offset $3`;

const CHANGED_SINCE = statement<MarkedEntry>(
  'account-changed-since',
  `select ${MARKED_SELECT} from activity_log where subject_id = $1 and ${ENTRIES} and at < $5::timestamptz + ${BY_NOW}
     and (at > coalesce($2, '-infinity'::timestamptz) and ${OF_ACCOUNT} or at > $3 and ${OF_FACTOR} or at > $4 and ${OF_CODES})`,
);

const CHANGES = statement<MarkedEntry>(
  'account-changes',
  `select ${MARKED_SELECT} from activity_log where subject_id = $1 and ${ENTRIES} and at < $2::timestamptz + ${BY_NOW} order by activity_log.at desc, activity_log.seq desc ${PART}`,
);

const FACTOR_CHANGES = statement<MarkedEntry>(
  'account-factor-changes',
  `select ${MARKED_SELECT} from activity_log where subject_id = $1 and ${ENTRIES} and ${OF_FACTOR} and at < $2::timestamptz + ${BY_NOW} order by activity_log.at desc, activity_log.seq desc ${PART}`,
);

/** Accounts with a row, or a second factor, from before an entry of the log. */
const LIST_BACK = statement<{ kind: FactorAccount['kind']; id: string; entries: MarkedEntry[] }>(
  'accounts-back',
  `select a.kind, a.id, since.entries
   from (select 'admin' as kind, id, changed_at from administrators
         union all select 'user', id, second_factor_changed_at from users where user_type = 'therapist') a
   left join second_factors f on f.account_kind = a.kind and f.account_id = a.id and f.confirmed_at is not null
   cross join lateral (select ${entriesWhere(`l.subject_id = a.id and ${ENTRIES} and l.at < $1::timestamptz + ${BY_NOW}
     and (l.at > coalesce(a.changed_at, '-infinity') and ${OF_ACCOUNT} or l.at > f.confirmed_at and ${OF_FACTOR}
       or l.at > f.codes_changed_at and ${OF_CODES})`)} as entries) since
   where json_array_length(since.entries) > 0
   order by a.id`,
);

const CLOSINGS = `action in ('activate_therapist', 'deactivate_therapist')`;
const CLOSINGS_OF = statement<MarkedEntry>(
  'account-closings',
  `select ${MARKED_SELECT} from activity_log where subject_type = 'therapist' and subject_id = $1 and ${CLOSINGS} and at < $2::timestamptz + ${BY_NOW} order by activity_log.seq desc`,
);
const LIST_CLOSINGS = statement<{ id: string; is_active: boolean; entries: MarkedEntry[] }>(
  'accounts-closings',
  `select u.id, u.is_active, ${entriesWhere(`l.subject_type = 'therapist' and l.subject_id = u.id and l.${CLOSINGS} order by l.seq desc`)} as entries
   from users u where u.user_type = 'therapist'
     and (not u.is_active or exists (select from activity_log l where l.subject_type = 'therapist' and l.subject_id = u.id and l.${CLOSINGS})) order by u.id`,
);

/**
 * What the log says of changes to an account. Its rows can be put back as they were, marks and all; an entry cannot be taken out of the log, and one
 * that somebody adds says nothing.
 */
@Injectable()
export class AccountLogRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly marks: EntryMarks,
  ) {}

  /** Whether the log has a change that came after these rows. */
  async isBack(id: string, { account, factor }: AccountTimes, tx: Queryable): Promise<boolean> {
    const since = await tx.query(CHANGED_SINCE, [id, account, factor?.confirmed ?? null, factor?.codes ?? null, this.clock.now()]);
    return this.marks.someGenuine(since, tx);
  }

  /** From when a row is that is written now: not before the entry of its own change, which is written first, whichever machine's clock that had. */
  async timeOfChange(id: string, tx: Queryable): Promise<Date> {
    const now = this.clock.now();
    const newest = await this.newestGenuine((from) => tx.query(CHANGES, [id, now, from]), tx);
    return new Date(Math.max(now.getTime(), newest ? Math.ceil(Number(newest.at) / 1_000) : 0));
  }

  /** @returns undefined when the log knows nothing of a second factor of this account */
  async hasFactor(id: string, tx: Queryable): Promise<boolean | undefined> {
    const now = this.clock.now();
    const newest = await this.newestGenuine((from) => tx.query(FACTOR_CHANGES, [id, now, from]), tx);
    return newest && newest.action === 'second_factor_enabled';
  }

  /** Whether an administrator closed a therapist's account and none opened it again, whatever its row says. */
  async isClosed(id: string, on: Queryable): Promise<boolean> {
    const [newest] = await this.marks.genuine(await on.query(CLOSINGS_OF, [id, this.clock.now()]), on);
    return newest?.action === 'deactivate_therapist';
  }

  /** Therapists whose row says something else than what administrators did. */
  async listNotAsClosed(): Promise<string[]> {
    const found: string[] = [];
    for (const { id, is_active, entries } of await this.database.query(LIST_CLOSINGS)) {
      const [newest] = await this.marks.genuine(entries, this.database);
      if (is_active === (newest?.action === 'deactivate_therapist')) found.push(id);
    }
    return found;
  }

  /** @param read entries, the newest first, from a place in their list on */
  private async newestGenuine(read: (from: number) => Promise<MarkedEntry[]>, on: Queryable): Promise<MarkedEntry | undefined> {
    for (let from = 0; ; from += AT_A_TIME) {
      const entries = await read(from);
      const [newest] = await this.marks.genuine(entries, on);
      if (newest || entries.length < AT_A_TIME) return newest;
    }
  }

  async listBack(): Promise<FactorAccount[]> {
    const back: FactorAccount[] = [];
    for (const { kind, id, entries } of await this.database.query(LIST_BACK, [this.clock.now()])) {
      if (await this.marks.someGenuine(entries, this.database)) back.push({ kind, id });
    }
    return back;
  }
}
