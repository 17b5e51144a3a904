import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Statement, statement } from '../../../common/database/database';
import { Keyset } from '../../../common/paging/paging';
import { withWords } from '../../../common/search/search-words';
import { isOfClient } from '../../clients/links/client-links.service';
import { DEFAULT_TIMEZONE } from '../../therapists/profile/profile.dto';
import { type Booking, type BookingCount, type BookingStatus, NOTES_OWNER } from '../booking.entity';
import { OWN_PHONE, PHONE_BY_VISITOR } from '../booking.repository';
import type { ComingDayDto, TherapistBookingDto } from './booking-list.dto';

export interface BookingFilter {
  q?: string | undefined;
  status?: BookingStatus | undefined;
  service_id?: string | undefined;
  client_id?: string | undefined;
  series_id?: string | undefined;
  /** Local dates of the appointment, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** By this moment: those of the therapist's own day, those that are not over, or the others. */
  when?: { time: 'today' | 'upcoming' | 'past'; now: Date } | undefined;
  /** By start; the latest first unless said otherwise. */
  order?: 'asc' | 'desc' | undefined;
  after?: Keyset | undefined;
  limit: number;
}

export interface BookingSummaryRow extends Pick<BookingCount, 'total' | 'confirmed' | 'completed'> {
  today: number;
  this_week: number;
  no_shows: number;
  today_standing: number;
  services: number;
}

/** The counts with today's date in the therapist's zone and the days that come. */
export interface BookingOverviewRow extends BookingSummaryRow {
  day: string;
  coming_days: ComingDayDto[];
}

/** As whom a client booked. */
type BookedName = Pick<Booking, 'client_name' | 'client_email'>;

/** A booking in its therapist's list, as it is answered but for what is sealed. */
export type ListedBooking = Omit<TherapistBookingDto, 'notes' | 'word'> & Pick<Booking, 'notes' | 'word'>;

/** See `shownDetail`. */
const SHOWN_DETAIL = `case when place_kind is distinct from 'video' or place_detail ~ '^https://[^/?#@\\\\]+([/?#]|$)' then place_detail end`;
/** In the order in which it is answered: a row is the answer, once what is sealed is opened. */
const LISTED = `id, client_id, client_name, client_email, client_phone, to_char(local_date, 'YYYY-MM-DD') as appointment_date, local_time as appointment_time, timezone, starts_at, ends_at,
  duration_minutes, service_id, service_name, session_type, place_kind, ${SHOWN_DETAIL} as place_detail, status, notes, completed_at, created_at, word, no_show_at is not null as no_show, ran_until, series_id, by_visitor, ${PHONE_BY_VISITOR} as phone_by_visitor, ${OWN_PHONE}`;
const NEWEST_FIRST = 'order by starts_at desc, id desc';
const AS_ANSWERED = { plan: 'generic', instants: 'text' } as const;
const LIST = statement<ListedBooking>('booking-list', `select ${LISTED} from bookings where therapist_id = $1 ${NEWEST_FIRST} limit $2`, AS_ANSWERED);

/** The zone of the therapist `$1`. */
const ZONE = `coalesce((select timezone from therapist_profiles where therapist_id = $1), '${DEFAULT_TIMEZONE}')`;
/** What is asked of a start and an end at a moment. Nothing lasts a day: the start bounds the index, the end decides. */
const WHEN = {
  today: (now: string) => {
    const midnight = (days: number) => `((${now}::timestamptz at time zone ${ZONE})::date + ${days})::timestamp at time zone ${ZONE}`;
    return `starts_at >= ${midnight(0)} and starts_at < ${midnight(1)}`;
  },
  upcoming: (now: string) => `starts_at > ${now}::timestamptz - interval '1 day' and ends_at > ${now}`,
  past: (now: string) => `starts_at <= ${now} and ends_at <= ${now}`,
};
const LIST_UPCOMING = statement<ListedBooking>('booking-list-upcoming', `select ${LISTED} from bookings where therapist_id = $1 and ${WHEN.upcoming('$2')} order by starts_at, id limit $3`, AS_ANSWERED);

/** The day `$2` whole, and the first confirmed one of a later day. */
const LIST_DAY = statement<ListedBooking>('booking-list-day', `select * from (
           select ${LISTED} from bookings where therapist_id = $1 and local_date = $2::date
           union all
           (select ${LISTED} from bookings where therapist_id = $1 and status = 'confirmed' and local_date > $2::date and starts_at > $3::timestamptz - interval '1 day' order by starts_at, id limit 1)
         ) b order by starts_at, id`, AS_ANSWERED);

const NAMES = statement<BookedName>('booking-names', 'select distinct client_name, client_email from bookings where therapist_id = $1');

/** Of the therapist `$1` at the moment `$2`. Counts over the whole history are kept with every change; only the days around today are counted here. */
const COUNTED = `coalesce(c.total, 0) as total, near.today, near.this_week,
           (select count(*)::int from bookings where therapist_id = $1 and no_show_at is not null) as no_shows,
           coalesce(c.confirmed, 0) as confirmed, coalesce(c.completed, 0) as completed, near.today_standing,
           (select count(*)::int from services where therapist_id = $1 and archived_at is null) as services`;
const COUNTED_FROM = `from (select $1::uuid as therapist_id, ($2::timestamptz at time zone ${ZONE})::date as today) asked
         left join booking_counts c using (therapist_id)
         cross join lateral (
           select count(*) filter (where local_date = asked.today)::int as today, count(*)::int as this_week,
             count(*) filter (where local_date = asked.today and status <> 'cancelled')::int as today_standing
           from bookings where therapist_id = $1 and local_date >= asked.today - extract(dow from asked.today)::int
         ) near`;
const BOOKING_SUMMARY = statement<BookingSummaryRow>('booking-summary', `select ${COUNTED} ${COUNTED_FROM}`, { plan: 'generic' });
const BOOKING_OVERVIEW = statement<BookingOverviewRow>('booking-overview', `select ${COUNTED}, to_char(asked.today, 'YYYY-MM-DD') as day,
           (select coalesce(json_agg(d order by d.date), '[]'::json) from (
             select to_char(local_date, 'YYYY-MM-DD') as date, count(*)::int as sessions, min(local_time) as first, max(local_time) as last
             from bookings where therapist_id = $1 and status = 'confirmed' and local_date > asked.today and local_date < asked.today + 14 group by local_date
           ) d) as coming_days
         ${COUNTED_FROM}`, { plan: 'generic' });

/** A therapist's bookings as lists and counts. */
@Injectable()
export class TherapistBookingsRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** A therapist's, in the order that is asked for; {@link openListed} opens them. */
  async listOfTherapist(therapistId: string, filter: BookingFilter): Promise<ListedBooking[]> {
    const values: unknown[] = [therapistId];
    const conditions = ['therapist_id = $1'];
    const add = (condition: (placeholder: string) => string, value: unknown): void => {
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    if (filter.status) add((p) => `status = ${p}`, filter.status);
    if (filter.service_id) add((p) => `service_id = ${p}`, filter.service_id);
    if (filter.client_id) add((p) => isOfClient('client_id', '$1', p), filter.client_id);
    if (filter.series_id) add((p) => `series_id = ${p}`, filter.series_id);
    if (filter.from) add((p) => `local_date >= ${p}::date`, filter.from);
    if (filter.to) add((p) => `local_date <= ${p}::date`, filter.to);
    if (filter.when) add(WHEN[filter.when.time], filter.when.now);
    if (filter.q) {
      const whom = await this.findNames(therapistId, filter.q);
      if (whom.length === 0) return [];
      // One text, found in a list by its hash: pairs would be compared with each of the list, and strangers book by thousands.
      add((p) => `client_name || e'\\n' || client_email = any(${p}::text[])`, whom.map(asOneText));
    }
    const [order, beyond] = filter.order === 'asc' ? ['asc', '>'] : ['desc', '<'];
    if (filter.after) {
      values.push(new Date(Number(filter.after.at) / 1000), filter.after.id);
      conditions.push(`(starts_at, id) ${beyond} ($${values.length - 1}, $${values.length})`);
    }
    values.push(filter.limit);
    if (values.length === 2 && order === 'desc') return this.database.query(LIST, values);
    if (values.length === 3 && order === 'asc' && filter.when?.time === 'upcoming') return this.database.query(LIST_UPCOMING, values);
    const list: Statement<ListedBooking> = {
      text: `select ${LISTED} from bookings where ${conditions.join(' and ')} order by starts_at ${order}, id ${order} limit $${values.length}`,
      instants: 'text',
    };
    return this.database.query(list, values);
  }

  /** The answer. The row is changed in place: lists are long. Of notes that were given to somebody else there are none. */
  openListed(therapist_id: string, row: ListedBooking): TherapistBookingDto {
    const open = (column: 'notes' | 'word'): string | null => {
      const sealed = row[column];
      return sealed && (this.cipher.tryDecrypt(sealed, NOTES_OWNER.place(column, { id: row.id, therapist_id, client_id: row.client_id })) ?? null);
    };
    const notes = open('notes');
    const word = open('word');
    return Object.assign(row, { notes, word });
  }

  /** As whom clients booked, where it has these words: no database folds letters as {@link withWords} does. */
  private async findNames(therapistId: string, words: string): Promise<BookedName[]> {
    return withWords(await this.database.query(NAMES, [therapistId]), words, asOneText);
  }

  /** How many there are. */
  async countOfTherapist(therapistId: string, now: Date): Promise<BookingSummaryRow> {
    return onlyRow(await this.database.query(BOOKING_SUMMARY, [therapistId, now]));
  }

  /** The same with the days that come. */
  async overviewOfTherapist(therapistId: string, now: Date): Promise<BookingOverviewRow> {
    return onlyRow(await this.database.query(BOOKING_OVERVIEW, [therapistId, now]));
  }

  /** All of a local date, and after them the first confirmed one of a later date; {@link openListed} opens them. */
  listDay(therapistId: string, day: string, now: Date): Promise<ListedBooking[]> {
    return this.database.query(LIST_DAY, [therapistId, day, now]);
  }
}

function asOneText({ client_name, client_email }: BookedName): string {
  return `${client_name}\n${client_email}`;
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('a count gave no row');
  return row;
}
