import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { BOOKING_COLUMNS, BookingRow } from './booking.repository';

/** A client's booking with what its practice is now. */
export interface ClientBookingRow extends BookingRow {
  client_timezone: string | null;
  therapist_name: string;
  therapist_slug: string | null;
  /** Null while the therapist has saved no working hours: the default holds. */
  cancellation_notice_hours: number | null;
  /** The service and its therapist still take bookings. */
  still_offered: boolean;
}

/** One booking with its person as they are known now. */
export interface OwnBookingRow extends ClientBookingRow {
  person_email: string;
  person_name: string;
  person_phone: string | null;
}

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
  u.is_active and s.archived_at is null as still_offered`;

/** Nothing lasts a day: the start bounds the index, the end decides. */
const UPCOMING = {
  name: 'client-bookings-upcoming',
  text: `select ${PRACTICE_COLUMNS} from (
           select ${BOOKING_COLUMNS}, client_timezone from bookings
           where client_id = $1 and status = 'confirmed' and starts_at > $2::timestamptz - interval '1 day' and ends_at > $2
           order by starts_at, id limit $3
         ) b ${WITH_PRACTICE} order by b.starts_at, b.id`,
};

const PAST = {
  name: 'client-bookings-past',
  text: `select ${PRACTICE_COLUMNS} from (
           select ${BOOKING_COLUMNS}, client_timezone from bookings
           where client_id = $1 and not (status = 'confirmed' and ends_at > $2)
           order by starts_at desc, id desc limit $3
         ) b ${WITH_PRACTICE} order by b.starts_at desc, b.id desc`,
};

const COUNTS = {
  name: 'client-bookings-counts',
  text: `select count(*) filter (where status = 'confirmed' and ends_at > $2)::int as upcoming, count(*) filter (where status = 'completed')::int as completed
         from bookings where client_id = $1`,
};

const OWN = {
  name: 'client-booking',
  text: `select ${PRACTICE_COLUMNS}, c.email as person_email, c.name as person_name, c.phone as person_phone
         from (select ${BOOKING_COLUMNS}, client_timezone from bookings where id = $1 and client_id = $2) b
         join clients c on c.id = b.client_id ${WITH_PRACTICE}`,
};

/** A person's bookings, with every therapist. */
@Injectable()
export class ClientBookingRepository {
  constructor(private readonly database: Database) {}

  /** Confirmed and not over, soonest first. */
  upcoming(clientId: string, now: Date, atMost: number): Promise<ClientBookingRow[]> {
    return this.database.query<ClientBookingRow>(UPCOMING, [clientId, now, atMost]);
  }

  /** Everything else, newest first. */
  past(clientId: string, now: Date, atMost: number): Promise<ClientBookingRow[]> {
    return this.database.query<ClientBookingRow>(PAST, [clientId, now, atMost]);
  }

  async counts(clientId: string, now: Date): Promise<ClientBookingCounts> {
    const [row] = await this.database.query<ClientBookingCounts>(COUNTS, [clientId, now]);
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async find(clientId: string, id: string, on: Queryable = this.database): Promise<OwnBookingRow | undefined> {
    const [row] = await on.query<OwnBookingRow>(OWN, [id, clientId]);
    return row;
  }
}
