import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable, statement } from '../../../common/database/database';
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

const IS_BACK = statement<{ is_back: boolean }>(
  'account-is-back',
  `select exists (select from activity_log where subject_id = $1 and ${ENTRIES} and at < $5::timestamptz + ${BY_NOW}
     and (at > coalesce($2, '-infinity'::timestamptz) and ${OF_ACCOUNT} or at > $3 and ${OF_FACTOR} or at > $4 and ${OF_CODES})) as is_back`,
);

const NEWEST = statement<{ at: Date | null }>(
  'account-newest-entry',
  `select date_trunc('milliseconds', max(at) + interval '999 microseconds') as at from activity_log
   where subject_id = $1 and ${ENTRIES} and at < $2::timestamptz + ${BY_NOW}`,
);

const NEWEST_OF_FACTOR = statement<{ action: string }>(
  'account-newest-factor-entry',
  `select action from activity_log where subject_id = $1 and ${ENTRIES} and ${OF_FACTOR} and at < $2::timestamptz + ${BY_NOW} order by at desc, seq desc limit 1`,
);

/** Accounts with a row, or a second factor, from before an entry of the log. */
const LIST_BACK = statement<{ kind: FactorAccount['kind']; id: string }>(
  'accounts-back',
  `select a.kind, a.id
   from (select 'admin' as kind, id, changed_at from administrators
         union all select 'user', id, second_factor_changed_at from users where user_type = 'therapist') a
   left join second_factors f on f.account_kind = a.kind and f.account_id = a.id and f.confirmed_at is not null
   where exists (select from activity_log l where l.subject_id = a.id and ${ENTRIES} and l.at < $1::timestamptz + ${BY_NOW}
     and (l.at > coalesce(a.changed_at, '-infinity') and ${OF_ACCOUNT} or l.at > f.confirmed_at and ${OF_FACTOR}
       or l.at > f.codes_changed_at and ${OF_CODES}))
   order by a.id`,
);

/**
 * What the log says of changes to an account. Its rows can be put back as they were, marks and all; an entry cannot be taken out of the log, and one
 * that somebody adds only makes rows look older.
 */
@Injectable()
export class AccountLogRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether the log has a change that came after these rows. */
  async isBack(id: string, { account, factor }: AccountTimes, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(IS_BACK, [id, account, factor?.confirmed ?? null, factor?.codes ?? null, this.clock.now()]);
    return row?.is_back ?? false;
  }

  /** From when a row is that is written now: not before the entry of its own change, which is written first, whichever machine's clock that had. */
  async timeOfChange(id: string, tx: Queryable): Promise<Date> {
    const now = this.clock.now();
    const [row] = await tx.query(NEWEST, [id, now]);
    return row?.at && row.at > now ? row.at : now;
  }

  /** @returns undefined when the log knows nothing of a second factor of this account */
  async hasFactor(id: string, tx: Queryable): Promise<boolean | undefined> {
    const [row] = await tx.query(NEWEST_OF_FACTOR, [id, this.clock.now()]);
    return row && row.action === 'second_factor_enabled';
  }

  listBack(): Promise<FactorAccount[]> {
    return this.database.query(LIST_BACK, [this.clock.now()]);
  }
}
