import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Client } from '../../clients/client.entity';
import { practicesGoneTo } from '../../clients/persons/persons.service';
import type { Service } from '../../offerings/offering.entity';
import type { WorkingHours } from '../../scheduling/working-hours/working-hours.entity';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { BOOKING_MARKING } from '../marking';
import type { Booking } from '../booking.entity';
import { BOOKING_COLUMNS, BookingRow, opened, readdressedColumns, ReaddressedRow, SealedBooking } from '../booking.repository';

/** A client's booking with what its practice is now. */
export interface ClientBookingRow extends BookingRow, Pick<Booking, 'client_timezone'> {
  /** The client booked it, or goes to the practice by a deed of their own. */
  practice_confirmed: boolean;
  /** The therapist made it. */
  by_practice: boolean;
  therapist_name: string;
  therapist_slug: TherapistProfile['custom_slug'];
  /** Null while the therapist has saved no working hours: the default holds. */
  cancellation_notice_hours: WorkingHours['cancellation_notice_hours'] | null;
  /** The service and its therapist still take bookings. */
  still_offered: boolean;
  /** How the service takes place now. */
  offered_session_type: Service['session_type'];
  /** Where the therapist shows it. */
  therapist_phone: TherapistProfile['phone'];
}

/** One booking with its person as they are known now. */
export interface OwnBookingRow extends ClientBookingRow {
  person_email: Client['email'];
  person_name: Client['name'];
  person_phone: Client['phone'];
}

/** Whom a booking is for. */
export type BookingPerson = Pick<Client, 'email' | 'name' | 'phone'>;

export interface ClientBookingCounts {
  upcoming: number;
  completed: number;
}

/** `b` is the client's bookings: only those that are shown are joined. */
const WITH_PRACTICE = `
  join users u on u.id = b.therapist_id
  join services s on s.id = b.service_id
  left join therapist_profiles p on p.therapist_id = b.therapist_id
  left join working_hours w on w.therapist_id = b.therapist_id`;

const PRACTICE_COLUMNS = `b.*, coalesce(p.display_name, u.name) as therapist_name, p.custom_slug as therapist_slug, w.cancellation_notice_hours,
  u.is_active and s.archived_at is null and s.visibility <> 'hidden' as still_offered, s.session_type as offered_session_type,
  case when p.phone_shown then p.phone end as therapist_phone,
  exists (select from booking_events e where e.booking_id = b.id and e.kind = 'booked' and e.actor = 'therapist') as by_practice`;

/** $1: whose they are, a client's own and what practices keep of the address. Anybody books for somebody else’s address: where not all fit, the practices stay that the client really goes to. */
const KNOWN = `(not by_stranger or (therapist_id, client_id) in ${practicesGoneTo('$1::uuid[]', 't.therapist_id, t.client_id')})`;
const OF_CLIENT = 'client_id = any($1::uuid[])';

/** Nothing lasts a day: the start bounds the index, the end decides. */
const UPCOMING = statement<SealedBooking<ClientBookingRow>>('client-bookings-upcoming', `select ${PRACTICE_COLUMNS} from (
           select ${BOOKING_COLUMNS}, client_timezone, ${KNOWN} as practice_confirmed from bookings
           where ${OF_CLIENT} and status = 'confirmed' and starts_at > $2::timestamptz - interval '1 day' and ends_at > $2
           order by ${KNOWN} desc, starts_at, id limit $3
         ) b ${WITH_PRACTICE} order by b.starts_at, b.id`);

const PAST = statement<SealedBooking<ClientBookingRow>>('client-bookings-past', `select ${PRACTICE_COLUMNS} from (
           select ${BOOKING_COLUMNS}, client_timezone, ${KNOWN} as practice_confirmed from bookings
           where ${OF_CLIENT} and not (status = 'confirmed' and ends_at > $2)
           order by ${KNOWN} desc, starts_at desc, id desc limit $3
         ) b ${WITH_PRACTICE} order by b.starts_at desc, b.id desc`);

/** Those to come soonest first, the others newest first. */
const ALL = statement<Pick<Booking, 'id'>>('client-bookings-all', `select id from (
           select id, starts_at, status = 'confirmed' and ends_at > $2 as upcoming from bookings where ${OF_CLIENT}
         ) b order by upcoming desc, case when upcoming then starts_at end, starts_at desc, id`);
const AMONG = statement<SealedBooking<ClientBookingRow>>('client-bookings-among', `select ${PRACTICE_COLUMNS} from (
           select ${BOOKING_COLUMNS}, client_timezone, ${KNOWN} as practice_confirmed from bookings where id = any($2::uuid[]) and ${OF_CLIENT}
         ) b ${WITH_PRACTICE}`);

const COUNTS = statement<ClientBookingCounts>('client-bookings-counts', `select count(*) filter (where status = 'confirmed' and ends_at > $2)::int as upcoming, count(*) filter (where status = 'completed')::int as completed
         from bookings where ${OF_CLIENT}`);

const COUNT_ALL = statement<{ upcoming: number; all: number }>('client-bookings-count-all', `select count(*) filter (where status = 'confirmed' and ends_at > $2)::int as upcoming, count(*)::int as "all" from bookings where ${OF_CLIENT}`);

const TO_CONFIRM = statement<Pick<Booking, 'id'> & Marked>('client-practice-to-confirm', `select id, ${BOOKING_MARKING.select()} from bookings where ${OF_CLIENT} and therapist_id = $2 and by_stranger order by id for update`);
const CONFIRM_PRACTICE = statement('client-practice-confirm', `update bookings set by_stranger = false where id = any($1::uuid[])`);
const BOOKED_BY_OTHERS = statement<ReaddressedRow>('client-booked-by-others', `select ${readdressedColumns('$3')} from bookings
         where ${OF_CLIENT} and therapist_id = $2 and booked_by_stranger order by id for update`);
const IS_TIED = statement<{ tied: boolean }>('client-practice-tied', `select exists (select from therapist_clients where ${OF_CLIENT} and therapist_id = $2) as tied`);

const OWN = statement<SealedBooking<OwnBookingRow>>('client-booking', `select ${PRACTICE_COLUMNS}, c.email as person_email, c.name as person_name, c.phone as person_phone
         from (select ${BOOKING_COLUMNS}, client_timezone, ${KNOWN} as practice_confirmed from bookings where id = $2 and ${OF_CLIENT}) b
         join clients c on c.id = ($1::uuid[])[1] ${WITH_PRACTICE}`);

const PERSON = statement<BookingPerson>('client-of-practice', `select c.email, c.name, c.phone from clients c
         where c.id = ($1::uuid[])[1] and exists (select from confirmed_clients where ${OF_CLIENT} and therapist_id = $2)`);

/** A person's bookings with every therapist as lists and counts, by their own id, which comes first, and those of what is kept of their address. */
@Injectable()
export class BookingListRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  /**
   * The client says that they go there: what was booked for their address stands with theirs. What visitors typed with it stays told as theirs.
   * @returns of how many appointments that was said now; undefined when they have nothing to do with it
   */
  async confirmPractice(own: readonly string[], therapistId: string, on: Queryable): Promise<number | undefined> {
    const rows = await on.query(TO_CONFIRM, [own, therapistId]);
    await on.query(CONFIRM_PRACTICE, [rows.map(({ id }) => id)]);
    await this.marks.renew(BOOKING_MARKING, rows.flatMap((row) => (this.marks.isOurs(BOOKING_MARKING, row) ? [row.id] : [])), on);
    const [row] = await on.query(IS_TIED, [own, therapistId]);
    return row?.tied ? rows.length : undefined;
  }

  /** Appointments, also those that are over, of which whoever booked them without proving the address got a link. */
  listBookedByOthers(own: readonly string[], therapistId: string, now: Date, on: Queryable): Promise<ReaddressedRow[]> {
    return on.query(BOOKED_BY_OTHERS, [own, therapistId, now]);
  }

  /** A person's, confirmed and not over, soonest first. */
  async listUpcoming(own: readonly string[], now: Date, atMost: number): Promise<ClientBookingRow[]> {
    const rows = await this.database.query(UPCOMING, [own, now, atMost]);
    return rows.map((row) => opened(row, this.cipher));
  }

  /** Everything else of a person, newest first. */
  async listPast(own: readonly string[], now: Date, atMost: number): Promise<ClientBookingRow[]> {
    const rows = await this.database.query(PAST, [own, now, atMost]);
    return rows.map((row) => opened(row, this.cipher));
  }

  /** Which bookings a person has, those to come first. */
  async listIds(own: readonly string[], now: Date): Promise<string[]> {
    return (await this.database.query(ALL, [own, now])).map(({ id }) => id);
  }

  /** These of a person's, in this order. */
  async listAmong(own: readonly string[], ids: readonly string[]): Promise<ClientBookingRow[]> {
    const rows = new Map((await this.database.query(AMONG, [own, ids])).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []).map((row) => opened(row, this.cipher));
  }

  async countOfClient(own: readonly string[], now: Date): Promise<ClientBookingCounts> {
    const [row] = await this.database.query(COUNTS, [own, now]);
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async countAll(own: readonly string[], now: Date): Promise<{ upcoming: number; all: number }> {
    const [row] = await this.database.query(COUNT_ALL, [own, now]);
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  /** A person as they are known now, if they go to this therapist by a deed of their own. */
  async findPerson(own: readonly string[], therapistId: string): Promise<BookingPerson | undefined> {
    const [row] = await this.database.query(PERSON, [own, therapistId]);
    return row;
  }

  /** One of a person's bookings. */
  async findOwn(own: readonly string[], id: string, on: Queryable = this.database): Promise<OwnBookingRow | undefined> {
    const [row] = await on.query(OWN, [own, id]);
    return row && opened(row, this.cipher);
  }
}
