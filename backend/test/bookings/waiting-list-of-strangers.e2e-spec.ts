import { DateTime } from 'luxon';
import * as supertest from 'supertest';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { MailCatcher } from '../harness/mail-catcher';
import { book, bookingOf, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Anybody with a Google account is a practice, and puts anybody's address on its own waiting list. */
interface Shown {
  offer: { id: string } | null;
}

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let network = 0;

const ANY_TIME = [{ weekday: null, from: '00:00', until: '23:59' }];

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url });
  test.clock.set(DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).set({ hour: 11, minute: 0, second: 0, millisecond: 0 }).toJSDate().toISOString());
  practice = await openPractice(test);
  // One start a day, one day ahead: all of it is booked.
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: [{ first_start: '10:00', last_start: '10:00', every_minutes: 60 }] }));
  const rules = { buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_hours: 0, cancellation_notice_hours: 0, horizon_days: 1 };
  await practice.therapist.put('/api/therapist/working-hours', { weekly, overrides: [], ...rules }).expect(200);
  const appointment_date = DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).plus({ days: 1 }).toISODate() as string;
  await book(test, practice, { client_email: 'has@example.org', appointment_date, appointment_time: '10:00' }).expect(201);
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});

const post = (path: string, body: object): supertest.Test => test.http.post(path).set('Origin', test.config.publicUrl).send(body);
const join = (fields: object = {}, address = '198.51.100.7'): supertest.Test =>
  post('/api/waiting-list', { service_id: practice.serviceId, client_name: 'Ines Canary', client_email: 'vera@example.org', wishes: ANY_TIME, ...fields }).set('X-Forwarded-For', address);
const offers = () => test.app.get(WaitingOffersService, { strict: false });
const look = () => offers().offer({ therapist_id: practice.therapist.id });
const shown = async (link: string): Promise<Shown> => (await post('/api/waiting-list/request', { token: link }).expect(200)).body as Shown;

/** Sends what waits to be sent. @returns what this address got: subject, text and the secret of its link */
async function mailsTo(email: string): Promise<{ subject: string; text: string; link: string }[]> {
  const due = await test.database.query<{ id: string; payload: { request_id: string; offer_id?: string } }>(`select id, payload from outbox where job = 'send-waiting-mail' and state = 'pending' order by created_at, id`);
  for (const { id, payload } of due) {
    await offers().send(payload);
    await test.database.query(`update outbox set state = 'done', finished_at = now() where id = $1`, [id]);
  }
  return catcher.mails
    .filter(({ to }) => !Array.isArray(to) && to?.text === email)
    .map(({ subject = '', text = '' }) => ({ subject, text, link: /\/waiting#(\S+)/.exec(text)?.[1] ?? '' }));
}

it('of a practice that somebody never went to, who goes to others, its mails and its page say so before anything is taken', async () => {
  const call = ({ therapist }: Practice, name: string) => test.database.query('update therapist_profiles set display_name = $2 where therapist_id = $1', [therapist.id, name]);
  const real = await openPractice(test);
  await call(practice, 'Tess Morgan');
  await call(real, 'Tess Mоrgan');
  const vera = await signInClient(test, { email: 'vera@example.org' });
  await vera.post('/api/bookings', bookingOf(test, real, { client_email: vera.email, appointment_date: workday(test, 3) })).expect(201);
  const offered = async (): Promise<{ link: string; offer_id: string }> => {
    await join({ client_email: vera.email, client_name: 'Vera Quill' }, `198.18.${(network += 1)}.1`).expect(202);
    const link = (await mailsTo(vera.email)).at(-1)?.link ?? '';
    expect((await vera.post('/api/waiting-list/request', { token: link }).expect(200)).body).toMatchObject({ unknown_practice: { namesake: 'Tess Mоrgan' } });
    expect((await post('/api/waiting-list/confirm', { token: link }).expect(200)).body).toMatchObject({ unknown_practice: null, practice_since: expect.any(String) as string });
    await cancelAll();
    await look();
    return { link, offer_id: (await shown(link)).offer?.id ?? '' };
  };
  const cancelAll = () => test.database.query(`update bookings set status = 'cancelled', cancelled_at = now() where therapist_id = $1`, [practice.therapist.id]);
  const isTheirs = async () => (await test.database.query('select from confirmed_clients where therapist_id = $1 and client_id = $2', [practice.therapist.id, vera.id])).length > 0;
  const taken = async () => (await test.database.query<{ client_id: string }>(`select client_id, by_stranger, booked_by_stranger, by_visitor from bookings where therapist_id = $1 and status = 'confirmed'`, [practice.therapist.id]))[0];

  const first = await offered();
  for (const { subject, text } of await mailsTo(vera.email)) expect([subject, text]).toEqual([subject, expect.stringContaining('This is not a practice that you have gone to before.')]);
  expect((await mailsTo(vera.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Please confirm'), expect.stringContaining('A free time')]);
  // What she takes is hers, as it is of who goes nowhere else: the practice cannot see which of them she is.
  await post('/api/waiting-list/accept', { token: first.link, offer_id: first.offer_id }).expect(201);
  expect([await taken(), await isTheirs()]).toEqual([{ client_id: vera.id, by_stranger: false, booked_by_stranger: false, by_visitor: false }, true]);
});

it('a time runs out with two requests of a network, and is another one’s then, however many wait there', async () => {
  const of = await openPractice(test);
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: [{ first_start: '10:00', last_start: '10:00', every_minutes: 60 }] }));
  const rules = { buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_hours: 0, cancellation_notice_hours: 0, horizon_days: 1 };
  await of.therapist.put('/api/therapist/working-hours', { weekly, overrides: [], ...rules }).expect(200);
  const appointment_date = DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).plus({ days: 1 }).toISODate() as string;
  await book(test, of, { client_email: 'had@example.org', appointment_date, appointment_time: '10:00' }).expect(201);
  const links: string[] = [];
  for (const [nth, address] of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7', '192.0.2.7'].entries()) {
    const client_email = `many-${nth}@example.org`;
    await join({ service_id: of.serviceId, client_name: 'Kim Waits', client_email }, address).expect(202);
    links.push((await mailsTo(client_email)).at(-1)?.link ?? '');
    await post('/api/waiting-list/confirm', { token: links.at(-1) }).expect(200);
  }
  await test.database.query(`update bookings set status = 'cancelled', cancelled_at = now() where therapist_id = $1`, [of.therapist.id]);
  const offered: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await offers().offer({ therapist_id: of.therapist.id });
    offered.push((await Promise.all(links.map(async (link) => (await shown(link)).offer !== null))).indexOf(true));
    test.clock.advance(2 * 3_600_000 + 1_000);
  }
  expect(offered).toEqual([0, 1, 4]);
});

it('a thousand requests of one network keep nobody else from the list', async () => {
  const of = await openPractice(test);
  const waits = async (client_email: string, address: string): Promise<void> => {
    await join({ service_id: of.serviceId, client_email }, address).expect(202);
    await post('/api/waiting-list/confirm', { token: (await mailsTo(client_email)).at(-1)?.link }).expect(200);
  };
  await waits('thousand@example.org', '203.0.113.8');
  await test.database.query(
    `insert into waiting_requests select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'token_hash', sha256(n::text::bytea), 'address_hash', sha256(n::text::bytea)))).*
     from waiting_requests w, generate_series(1, 1000) n where w.therapist_id = $1`,
    [of.therapist.id],
  );
  test.clock.advance(60_000);
  await waits('honest@example.org', '192.0.2.8');
  const { body } = await of.therapist.get('/api/therapist/waiting-list').expect(200);
  expect((body as { client_email: string }[]).map(({ client_email }) => client_email)).toEqual(['thousand@example.org', 'honest@example.org']);
});
