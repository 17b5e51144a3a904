import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DailyCount, PracticeTotal, PracticeTotals } from '../admin.entity';
import { OperatorDay } from './operator-calendar';

export type StoredTotals = Pick<PracticeTotal, 'computed_at' | 'totals'>;

export type CountedDay = Pick<DailyCount, 'day' | 'registrations' | 'bookings'>;

const FIND = statement<StoredTotals>('practice-totals', 'select computed_at, totals from practice_totals where zone = $1');

/** Each day is read through the indexes on created_at, however long the history is. */
const ROLL_UP = statement('daily-counts-roll-up', `insert into daily_counts (zone, day, registrations, bookings)
         select $1, d.day,
           (select count(*) from users where user_type = 'therapist' and created_at >= d.starts_at and created_at < d.ends_at),
           (select count(*) from bookings where created_at >= d.starts_at and created_at < d.ends_at)
         from unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) as d (day, starts_at, ends_at)
         on conflict (zone, day) do update set registrations = excluded.registrations, bookings = excluded.bookings`);

const DAYS = statement<CountedDay>('daily-counts', `select to_char(day, 'YYYY-MM-DD') as day, registrations, bookings from daily_counts
         where zone = $1 and day >= $2::date and day <= $3::date`);

/** Bookings are summed from the counts kept per therapist; only the recent days are counted from rows. */
const TOTAL = statement<PracticeTotals>('practice-totals-count', `select t.*, r.*,
           (select coalesce(sum(total), 0)::int from booking_counts) as total_bookings,
           (select count(*)::int from session_notes) as total_session_notes,
           (select count(distinct email)::int from clients) as total_clients
         from (select count(*)::int as total_therapists, (count(*) filter (where last_login_at > $2))::int as active_therapists
               from users where user_type = 'therapist') t,
              (select coalesce(sum(registrations), 0)::int as recent_registrations, coalesce(sum(bookings), 0)::int as recent_bookings
               from daily_counts where zone = $1 and day >= $3::date and day <= $4::date) r`);

const STORE = statement('practice-totals-store', `insert into practice_totals (zone, computed_at, totals) values ($1, $2, $3)
         on conflict (zone) do update set computed_at = excluded.computed_at, totals = excluded.totals`);

const PRACTICE_TOTALS_LOCK = statement('practice-totals-lock', `select from pg_advisory_xact_lock(hashtextextended('practice-totals:' || $1, 0))`);

/** Daily roll-ups and totals per operator's zone. */
@Injectable()
export class PracticeTotalsRepository {
  constructor(private readonly database: Database) {}

  /** One at a time: whoever waits finds the figures that the first one made. */
  async lockZone(zone: string, on: Queryable): Promise<void> {
    await on.query(PRACTICE_TOTALS_LOCK, [zone]);
  }

  /** Call it under {@link lockZone}. */
  async forgetTotals(zone: string, on: Queryable): Promise<void> {
    await on.manager.delete(PracticeTotal, { zone });
  }

  async findTotals(zone: string, on: Queryable = this.database): Promise<StoredTotals | undefined> {
    const [row] = await on.query(FIND, [zone]);
    return row;
  }

  async rollUpDays(zone: string, days: readonly OperatorDay[], on: Queryable): Promise<void> {
    await on.query(ROLL_UP, [zone, days.map(({ date }) => date), days.map(({ startsAt }) => startsAt), days.map(({ endsAt }) => endsAt)]);
  }

  /** Days between two dates, both included; a day that was never rolled up is left out. */
  listDays(zone: string, from: string, to: string): Promise<CountedDay[]> {
    return this.database.query(DAYS, [zone, from, to]);
  }

  /** @param period since when a sign-in counts as active, and the first and last date of this week */
  async countTotals(zone: string, period: { activeSince: Date; from: string; to: string }, on: Queryable): Promise<PracticeTotals> {
    const [totals] = await on.query(TOTAL, [zone, period.activeSince, period.from, period.to]);
    if (!totals) throw new Error('a count gave no row');
    return totals;
  }

  async storeTotals(zone: string, stored: StoredTotals, on: Queryable): Promise<void> {
    await on.query(STORE, [zone, stored.computed_at, JSON.stringify(stored.totals)]);
  }
}
