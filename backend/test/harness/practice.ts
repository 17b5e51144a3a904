import { DateTime } from 'luxon';
import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { Works } from '../../src/common/work/work';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { markRows, unsealed } from './sealed-values';
import { SignedInTherapist, signInTherapist } from './signed-in';
import { TestApp } from './test-app';

export const ZONE = 'America/New_York';

/** A therapist with a profile and one service, made through the API. */
export interface Practice {
  therapist: SignedInTherapist;
  serviceId: string;
  slug: string;
}

export async function openPractice(test: TestApp, service: object = {}): Promise<Practice> {
  const therapist = await signInTherapist(test);
  const slug = `t-${therapist.id.slice(-12)}`;
  await therapist.post('/api/therapist/profile', { display_name: 'Dr. Test', timezone: ZONE, custom_slug: slug }).expect(201);
  const { body } = await therapist.post('/api/therapist/services', { name: 'Session', duration_minutes: 60, ...service }).expect(201);
  return { therapist, slug, serviceId: body.id as string };
}

/** The n-th weekday after today in the therapist's zone. */
export function workday(test: TestApp, n = 1): string {
  let day = DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).startOf('day');
  for (let left = n; left > 0; ) {
    day = day.plus({ days: 1 });
    if (day.weekday <= 5) left -= 1;
  }
  return day.toFormat('yyyy-MM-dd');
}

export function sunday(test: TestApp): string {
  const day = DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).startOf('day').plus({ days: 7 });
  return day.plus({ days: (7 - day.weekday) % 7 }).toFormat('yyyy-MM-dd');
}

/** What the booking page sends. */
export function bookingOf(test: TestApp, practice: Practice, overrides: object = {}): object {
  return {
    service_id: practice.serviceId,
    client_name: 'Nadia Öztürk',
    client_email: 'nadia@example.org',
    appointment_date: workday(test),
    appointment_time: '10:00',
    ...overrides,
  };
}

/** A visitor's booking without any cookie. */
export function book(test: TestApp, practice: Practice, overrides: object = {}): supertest.Test {
  return supertest.default(test.app.getHttpServer()).post('/api/bookings').send(bookingOf(test, practice, overrides));
}

/** Makes of an address's bookings what its owner's own are: those of a proved address. */
export async function proveBookings(test: TestApp, email: string): Promise<void> {
  await test.database.query('update bookings set (by_stranger, booked_by_stranger, by_visitor) = (false, false, false) where client_email = $1', [email]);
  await markRows(test, 'bookings', 'client_email = $1', [email]);
  const booked = await test.database.query<{ therapist_id: string; client_id: string }>('select distinct therapist_id, client_id from bookings where client_email = $1', [email]);
  for (const { therapist_id, client_id } of booked) await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(ClientsService).goTo(work, client_id, therapist_id));
}

/** The token of the newest link for a booking, as the mail would carry it. */
export async function manageToken(test: TestApp, bookingId: string): Promise<string> {
  return unsealed(test.database, test.app.get(ColumnCipher), 'bookings', 'manage_token', bookingId);
}

export async function countRows(test: TestApp, table: 'bookings' | 'outbox' | 'clients' | 'booking_events' | 'activity_log'): Promise<number> {
  const [row] = await test.database.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
}
