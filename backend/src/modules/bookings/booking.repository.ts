import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../common/crypto/column-cipher';
import { hashToken } from '../../common/crypto/tokens';
import { Database, Queryable, sqlState, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import type { Booking, BookingStatus } from './booking.entity';
import * as messages from './messages';

const FOREIGN_KEY_VIOLATION = '23503';

type Whose = 'id' | 'therapist_id' | 'service_id' | 'client_id' | 'service_name' | 'session_type' | 'client_name' | 'client_email' | 'client_phone';
type When = 'starts_at' | 'ends_at' | 'timezone' | 'local_date' | 'local_time' | 'duration_minutes';
type Standing = 'status' | 'sequence' | 'created_at' | 'completed_at';

/** A row of `bookings`. */
export interface BookingRow extends Pick<Booking, Whose | When | Standing> {
  /** What the client wrote; opened only for who shows it. */
  notes(): string | null;
}

export interface NewBooking {
  id: string;
  therapistId: string;
  serviceId: string;
  clientId: string;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  localDate: string;
  localTime: string;
  durationMinutes: number;
  serviceName: string;
  sessionType: string;
  clientName: string;
  clientEmail: string;
  clientPhone: string | null;
  clientTimezone: string | null;
  notes: string | null;
  /** The secret of the client's own link. */
  manageToken: string;
  createdAt: Date;
  /** Nobody knew the person before: what a wave of strangers is counted by. */
  byStranger: boolean;
}

/** What the limits and the wave of strangers are judged by. */
export interface StandingRow {
  /** Confirmed appointments of the address that are still to come. */
  upcoming: number;
  /** Bookings of strangers with this therapist that were stored lately. */
  strangers: number;
  /** Whether the address is the signed-in client's own. */
  own_address: boolean;
}

export interface BookingEvent {
  id: string;
  bookingId: string;
  kind: 'booked' | 'moved' | 'cancelled';
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  previousStartsAt: Date | null;
  actor: 'client' | 'therapist';
  createdAt: Date;
}

/** A row as SQL gives it back. */
export type SealedBooking<Row extends BookingRow = BookingRow> = Omit<Row, 'notes'> & Pick<Booking, 'notes'>;

export const BOOKING_COLUMNS = `id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, to_char(local_date, 'YYYY-MM-DD') as local_date,
  local_time, duration_minutes, service_name, session_type, client_name, client_email, client_phone, notes, status, sequence, created_at, completed_at`;

const INSERT = statement('booking-insert', `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes,
           service_name, session_type, client_name, client_email, client_phone, client_timezone, notes, status, manage_token_hash, manage_token, created_at, by_stranger)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'confirmed', $18, $19, $20, $21)
         on conflict do nothing returning id`);

const STANDING = statement('booking-standing', `select
           (select count(*)::int from bookings where therapist_id = $1 and client_email = $2 and status = 'confirmed' and starts_at > $3) as upcoming,
           (select count(*)::int from bookings where therapist_id = $1 and by_stranger and created_at > $4) as strangers,
           exists (select from clients where id = $5::uuid and email = $2) as own_address`);

const INSERT_EVENT = statement('booking-event-insert', `insert into booking_events (id, booking_id, kind, sequence, starts_at, ends_at, previous_starts_at, actor, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

const BOOKING_OWNED = statement('booking-owned', `select ${BOOKING_COLUMNS} from bookings where id = $1 and therapist_id = $2`);
const BOOKING_BY_TOKEN = statement('booking-by-token', `select ${BOOKING_COLUMNS} from bookings where manage_token_hash = $1`);

@Injectable()
export class BookingRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** @returns false when the time was taken. @throws DomainError not_found when the service was deleted in the meantime */
  async insertBooking(booking: NewBooking, on: Queryable): Promise<boolean> {
    const rows = await on.query(INSERT, this.valuesOf(booking)).catch(serviceIsGone);
    return rows.length === 1;
  }

  async insertEvent(event: BookingEvent, on: Queryable): Promise<void> {
    await on.query(INSERT_EVENT, [
      event.id,
      event.bookingId,
      event.kind,
      event.sequence,
      event.startsAt,
      event.endsAt,
      event.previousStartsAt,
      event.actor,
      event.createdAt,
    ]);
  }

  /** How an address stands with a therapist. @param clientId the signed-in client, if one is */
  async findStanding(
    request: { therapistId: string; email: string; now: Date; strangersSince: Date; clientId: string | null },
    on: Queryable,
  ): Promise<StandingRow> {
    const [row] = await on.query<StandingRow>(STANDING, [request.therapistId, request.email, request.now, request.strangersSince, request.clientId]);
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async findOwned(therapistId: string, id: string): Promise<BookingRow | undefined> {
    const [row] = await this.database.query<SealedBooking>(
      BOOKING_OWNED,
      [id, therapistId],
    );
    return row && opened(row, this.cipher);
  }

  async findByToken(manageToken: string): Promise<BookingRow | undefined> {
    const [row] = await this.database.query<SealedBooking>(
      BOOKING_BY_TOKEN,
      [hashToken(manageToken)],
    );
    return row && opened(row, this.cipher);
  }

  /** Compare and set. @returns the new row, or undefined when the status was not the expected one any more */
  async setStatus(
    change: { id: string; from: BookingStatus; to: BookingStatus; sequence: number; now: Date },
    on: Queryable,
  ): Promise<BookingRow | undefined> {
    const [row] = await on.query<SealedBooking>(
      `update bookings set status = $3,
         completed_at = case when $3 = 'completed' then $4::timestamptz when $3 = 'confirmed' then null else completed_at end,
         cancelled_at = case when $3 = 'cancelled' then $4::timestamptz end,
         sequence = sequence + case when $3 = 'cancelled' then 1 else 0 end
       where id = $1 and status = $2 and sequence = $5 returning ${BOOKING_COLUMNS}`,
      [change.id, change.from, change.to, change.now, change.sequence],
    );
    return row && opened(row, this.cipher);
  }

  /** Moves a confirmed booking that has not changed since it was read. */
  async moveBooking(
    change: { id: string; sequence: number; startsAt: Date; endsAt: Date; timezone: string; localDate: string; localTime: string },
    on: Queryable,
  ): Promise<BookingRow | undefined> {
    const [row] = await on.query<SealedBooking>(
      `update bookings set starts_at = $3, ends_at = $4, timezone = $5, local_date = $6, local_time = $7, sequence = sequence + 1
       where id = $1 and sequence = $2 and status = 'confirmed' returning ${BOOKING_COLUMNS}`,
      [change.id, change.sequence, change.startsAt, change.endsAt, change.timezone, change.localDate, change.localTime],
    );
    return row && opened(row, this.cipher);
  }

  /** Two persons are one: the first one's bookings are the second one's. */
  async reassignBookings(fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    await on.query('update bookings set client_id = $2 where client_id = $1', [fromClientId, toClientId]);
  }

  /** @returns the client's bookings that are not over; their mails go to the new address from now on */
  async readdressBookings(clientId: string, email: string, now: Date, on: Queryable): Promise<string[]> {
    const rows = await on.query<{ id: string }>(
      `update bookings set client_email = $2 where client_id = $1 and status = 'confirmed' and ends_at > $3 returning id`,
      [clientId, email, now],
    );
    return rows.map(({ id }) => id);
  }

  /** The link of earlier mails opens nothing any more. */
  async renewToken(id: string, manageToken: string, on: Queryable): Promise<void> {
    const sealed = this.cipher.encrypt(manageToken, place('manage_token', id));
    await on.query('update bookings set manage_token_hash = $2, manage_token = $3 where id = $1', [id, hashToken(manageToken), sealed]);
  }

  private valuesOf(booking: NewBooking): unknown[] {
    return [
      booking.id,
      booking.therapistId,
      booking.serviceId,
      booking.clientId,
      booking.startsAt,
      booking.endsAt,
      booking.timezone,
      booking.localDate,
      booking.localTime,
      booking.durationMinutes,
      booking.serviceName,
      booking.sessionType,
      booking.clientName,
      booking.clientEmail,
      booking.clientPhone,
      booking.clientTimezone,
      booking.notes ? this.cipher.encrypt(booking.notes, place('notes', booking.id)) : null,
      hashToken(booking.manageToken),
      this.cipher.encrypt(booking.manageToken, place('manage_token', booking.id)),
      booking.createdAt,
      booking.byStranger,
    ];
  }
}

/** Gives a row its notes. It is changed in place: lists are long. */
export function opened<Row extends BookingRow>(row: SealedBooking<Row>, cipher: ColumnCipher): Row {
  const { id, notes } = row;
  return Object.assign(row, { notes: () => notes && cipher.decrypt(notes, place('notes', id)) }) as unknown as Row;
}

function place(column: 'notes' | 'manage_token', rowId: string): ColumnPlace {
  return { table: 'bookings', column, rowId };
}

function serviceIsGone(error: unknown): never {
  if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new DomainError('not_found', messages.serviceUnknown);
  throw error;
}
