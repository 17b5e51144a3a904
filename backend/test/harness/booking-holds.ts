import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { SessionService } from '../../src/modules/auth/sessions/session.service';
import { book, Practice, workday } from './practice';
import { csrfToken } from './signed-in';
import { notePeople } from './noted-people';
import { TEST_ORIGIN, TestApp } from './test-app';

let visitors = 0;

/** A connection that nobody used before, of a network that few did. */
export function anyAddress(): string {
  visitors += 1;
  return `198.18.${visitors % 250}.${(Math.floor(visitors / 250) % 250) + 1}`;
}

/** A visitor whom nobody knows, from a connection of their own. */
export function stranger(test: TestApp, practice: Practice, overrides: object = {}): supertest.Test {
  const address = anyAddress();
  return book(test, practice, { client_email: `stranger-${visitors}@example.org`, ...overrides }).set('X-Forwarded-For', address);
}

/** So many bookings of strangers that the next one is held. They take the mornings from the given workday on. */
export async function makeWave(test: TestApp, practice: Practice, limit: number, firstDay = 30): Promise<void> {
  for (let index = 0; index <= limit; index += 1) {
    await stranger(test, practice, { appointment_date: workday(test, firstDay + index), appointment_time: '09:00' }).expect(201);
  }
}

/** The code of a hold, as its mail would tell it. */
export async function codeOf(test: TestApp, holdId: string): Promise<string> {
  const [row] = await test.database.query<{ mail_secret: Buffer }>('select mail_secret from booking_holds where id = $1', [holdId]);
  if (!row) throw new Error('no such hold');
  const opened = test.app.get(ColumnCipher).decrypt(row.mail_secret, { table: 'booking_holds', column: 'mail_secret', rowId: holdId });
  return (JSON.parse(opened) as { code: string }).code;
}

/** Six digits that are not the code. */
export function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** The person behind an address with an account of their own. */
export async function openAccount(test: TestApp, email: string): Promise<string> {
  const [person] = await test.database.query<{ id: string }>(
    `insert into clients (id, email, name) values ($1, $2, 'Robin Account') on conflict (email) where not by_address do update set email = excluded.email returning id`,
    [newId(), email],
  );
  if (!person) throw new Error('no person');
  await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', $2, 'Robin Account')`, [person.id, email]);
  await test.database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [person.id]);
  await notePeople(test.app);
  return person.id;
}

/** What a request of a signed-in person's browser carries. */
export async function browserOf(
  test: TestApp,
  user: { id: string; userType: 'client' | 'therapist'; verified?: boolean },
): Promise<(request: supertest.Test) => supertest.Test> {
  const options = { address: '127.0.0.1', browser: 'Test browser', verified: user.verified ?? true };
  const { cookie } = await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(SessionService).begin(work, user, options));
  const csrf = await csrfToken(test);
  return (request) => request.set('Cookie', `${cookie.split(';')[0]}; XSRF-TOKEN=${csrf}`).set('Origin', TEST_ORIGIN).set('X-XSRF-TOKEN', csrf);
}

/** A held time at ten o'clock. */
export interface HeldTime {
  id: string;
  code: string;
  date: string;
}

/** Chooses a time at ten o'clock in a wave. */
export async function holdTime(test: TestApp, practice: Practice, day = 2, overrides: object = {}): Promise<HeldTime> {
  const date = workday(test, day);
  const { body } = await stranger(test, practice, { appointment_date: date, ...overrides }).expect(202);
  return { id: body.hold_id as string, code: await codeOf(test, body.hold_id as string), date };
}

export function postBooking(test: TestApp, path: string, body: object): supertest.Test {
  return supertest.default(test.app.getHttpServer()).post(`/api/bookings${path}`).send(body);
}

/** Gives a code back, from a connection that nobody used before. */
export function verifyHold(test: TestApp, hold_id: string, code: string): supertest.Test {
  return postBooking(test, '/verify', { hold_id, code }).set('X-Forwarded-For', anyAddress());
}
