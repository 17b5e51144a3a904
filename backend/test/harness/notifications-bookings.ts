import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { Database, newId } from '../../src/common/database/database';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { sendBookingMail } from '../../src/modules/bookings/changes/booking-news.service';
import { sealInto } from './sealed-values';

/** What the tests need of the product to write bookings as it does. */
export interface BookingTools {
  database: Database;
  outbox: Outbox;
  cipher: ColumnCipher;
}

export interface WrittenBooking {
  id: string;
  token: string;
  clientEmail: string;
  therapistEmail: string;
}

/** A confirmed booking of a new therapist and a new client, without any event yet. */
export async function writeBooking({ database, cipher }: BookingTools, startsAt: string): Promise<WrittenBooking> {
  const [therapist, service, client, id] = [newId(), newId(), newId(), newId()];
  const therapistEmail = `t.${therapist}@practice.example`;
  const clientEmail = `c.${client}@example.org`;
  const token = `token-${id}`;
  await database.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', $2, 'Ada')`, [
    therapist,
    therapistEmail,
  ]);
  await database.query(
    `insert into therapist_profiles (therapist_id, display_name, languages, timezone) values ($1, 'Dr. Ada Nwosu', '{English}', 'America/New_York')`,
    [therapist],
  );
  await database.query(
    `insert into services (id, therapist_id, name, duration_minutes, price_cents, is_free, session_type)
     values ($1, $2, 'Grief counselling', 50, 9000, false, 'online')`,
    [service, therapist],
  );
  await database.query(`insert into clients (id, email, name, phone) values ($1, $2, 'Kim Park', '+1 555')`, [
    client,
    clientEmail,
  ]);
  await database.query(
    `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name,
                           session_type, client_name, client_email, client_phone, client_timezone, notes, status, manage_token_hash, manage_token, created_at)
     values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + interval '50 minutes', 'America/New_York', '2026-11-24', '10:00', 50, 'Grief counselling',
             'online', 'Kim Park', $6, '+1 555', 'Europe/Berlin', $7, 'confirmed', $8, $9, now())`,
    [
      id,
      therapist,
      service,
      client,
      startsAt,
      clientEmail,
      null,
      Buffer.from(id),
      Buffer.alloc(0),
    ],
  );
  await sealInto(database, cipher, 'bookings', id, { notes: 'my private note', manage_token: token });
  return { id, token, clientEmail, therapistEmail };
}

/** Something happened to a booking: its event and the jobs for both mails, in one transaction. @returns the event's id */
export async function tell(
  { database, outbox }: BookingTools,
  booking: WrittenBooking,
  event: { kind: 'booked' | 'moved' | 'cancelled'; sequence: number; startsAt: string; previousStartsAt?: string },
): Promise<string> {
  const id = newId();
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into booking_events (id, booking_id, kind, sequence, starts_at, ends_at, previous_starts_at, actor, created_at)
       values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + interval '50 minutes', $6, 'client', '2026-11-20T08:00:00Z')`,
      [id, booking.id, event.kind, event.sequence, event.startsAt, event.previousStartsAt ?? null],
    );
    await outbox.add(tx, sendBookingMail, [
      { booking_event_id: id, recipient: 'client' },
      { booking_event_id: id, recipient: 'therapist' },
    ]);
  });
  return id;
}
