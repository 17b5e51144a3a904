import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, statement } from '../../../common/database/database';
import { CalendarConnection, CalendarSource, SOURCE_OWNER } from '../calendar.entity';

/** An account at Google that was not read for a while. */
export interface AskedAccount extends Pick<CalendarConnection, 'not_before'> {
  refreshToken: string;
  /** Whether its consent holds, as far as is known. */
  isAllowed: boolean;
  /** Google's ids of those that block times. */
  calendars: string[];
}

const BEHIND = statement<Pick<CalendarConnection, 'therapist_id'>>('calendar-accounts-behind', 'select therapist_id from calendar_connections where last_synced_at is null or last_synced_at < $1');
const ACCOUNT = statement<Pick<CalendarConnection, 'refresh_token' | 'reason' | 'not_before'>>('calendar-account-behind', `select refresh_token, reason, not_before from calendar_connections
         where therapist_id = $1 and (last_synced_at is null or last_synced_at < $2)`);
/** Where our appointments stand at Google: where they are, and where those were that have changed since they were written. */
const OWN_TIMES = statement<{ starts_at: Date; ends_at: Date }>('calendar-own-times', `select starts_at, ends_at from bookings
         where therapist_id = $1 and status <> 'cancelled' and starts_at >= $2::timestamptz - interval '1 day' and starts_at < $3 and ends_at > $2
         union all select starts_at, ends_at from calendar_appointments where therapist_id = $1 and due and starts_at < $3 and ends_at > $2`);

/** What is needed to ask Google whether a time is free. */
@Injectable()
export class FreeBusyRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Therapists whose accounts were not read since. */
  async listBehind(since: Date): Promise<ReadonlySet<string>> {
    return new Set((await this.database.query(BEHIND, [since])).map(({ therapist_id }) => therapist_id));
  }

  /** @returns undefined for one that was read since, and for none */
  async findAccount(therapistId: string, since: Date): Promise<AskedAccount | undefined> {
    const [account] = await this.database.query(ACCOUNT, [therapistId, since]);
    if (!account) return undefined;
    const { refresh_token, reason, not_before } = account;
    const sources = await this.database.manager.find(CalendarSource, { where: { therapist_id: therapistId, blocks: true } });
    return {
      not_before,
      isAllowed: reason !== 'revoked' && reason !== 'scope',
      refreshToken: this.cipher.decrypt(refresh_token, { table: 'calendar_connections', column: 'refresh_token', rowId: therapistId }),
      calendars: sources.filter(({ gone_at }) => gone_at === null).map((row) => this.cipher.decrypt(row.calendar, SOURCE_OWNER.place('calendar', row))),
    };
  }

  async listOwnTimes(therapistId: string, from: Date, to: Date): Promise<{ startsAt: Date; endsAt: Date }[]> {
    return (await this.database.query(OWN_TIMES, [therapistId, from, to])).map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }));
  }
}
