import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { print } from '../harness/before-and-now';
import { addOtherRecord } from '../harness/client-record';
import { newAddress } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { markRows } from '../harness/sealed-values';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a rogue practice and its visitors did with a therapist's week, and what comes of it now. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000', BOOKING_CHANGE_MAIL_DELAY_S: '180', CLIENT_UNKNOWN_LIMIT_PER_IP: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
});

const newEmail = (): string => `${randomUUID()}@example.org`;const post = (path: string, body: object): supertest.Test => test.http.post(path).set('Origin', test.config.publicUrl).set('X-Forwarded-For', newAddress()).send(body);
const forClient = (fields: object): supertest.Test =>
  practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, client_name: 'Vera', client_email: newEmail(), appointment_date: workday(test, 3), appointment_time: '09:00', ...fields });
const move = (id: string, starts_at: string, appointment_date: string, appointment_time: string, more: object = {}): supertest.Test =>
  practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at, appointment_date, appointment_time, ...more });
interface Made {
  id: string;
  client_id: string;
  starts_at: string;
}

it('whether a stranger has an account is not told to whoever books for them', async () => {
  const member = await signInClient(test, { email: newEmail() });
  const pages = await Promise.all(
    [member.email, newEmail()].map(async (client_email, index) => {
      const { body } = await forClient({ client_email, appointment_time: ['09:00', '11:00'][index] }).expect(201);
      return (await practice.therapist.get(`/api/therapist/clients/${(body as Made).client_id}`).expect(200)).body as { has_account: boolean };
    }),
  );
  print('an account elsewhere, and none, as the page of somebody booked for tells it', 'true, false', pages.map(({ has_account }) => has_account).join(', '));
  expect(pages.map(({ has_account }) => has_account)).toEqual([false, false]);
});

it('a list in the place of a wish, a goal, a question or an hour is refused', async () => {
  const hours = { weekly: Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: [[]] })), overrides: [], buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_hours: 0, cancellation_notice_hours: 0, horizon_days: 60 };
  const { body } = await forClient({}).expect(201);
  const reminders = { hours_before: 24, quiet_from: null, quiet_to: null, morning_digest: false, services: [[]] };
  const answers = [
    await post('/api/waiting-list', { service_id: practice.serviceId, client_name: 'Vera', client_email: newEmail(), wishes: [[]] }),
    await practice.therapist.post('/api/therapist/care-plans', { client_id: (body as Made).client_id, title: 'Plan', goals: [[]], actions: [[]] }),
    await practice.therapist.post('/api/therapist/intake-forms', { title: 'Form', questions: [[]] }),
    await practice.therapist.put('/api/therapist/working-hours', hours),
    await practice.therapist.put('/api/therapist/working-hours', { ...hours, weekly: Array.from({ length: 7 }, () => []) }),
    await practice.therapist.put('/api/therapist/reminders', reminders),
    await practice.therapist.put('/api/therapist/reminders', { ...reminders, services: [{ service_id: 5 }, { service_id: 5 }] }),
  ].map(({ status }) => status);
  print('an empty list as wish, goal, question, hours, day, reminder; a number twice as a service', '202, 201, 201, 200, 500, 200, 500', answers.join(', '));
  expect(answers).toEqual(answers.map(() => 400));
});

it('what a client chose is not undone without a word to them', async () => {
  const date = workday(test, 4);
  const { body } = await book(test, practice, { client_email: newEmail(), appointment_date: date, appointment_time: '10:00' }).expect(201);
  const { id, manage_token: token, starts_at } = body as { id: string; manage_token: string; starts_at: string };
  const { body: moved } = await post('/api/bookings/manage/move', { token, new_date: date, new_time: '11:00' }).expect(200);
  await move(id, (moved as { starts_at: string }).starts_at, date, '10:00').expect(200);
  const told = await test.database.query<{ actor: string; starts_at: Date; previous_starts_at: Date }>(`select e.actor, e.starts_at, e.previous_starts_at from booking_events e where e.booking_id = $1 and e.kind = 'moved'
    and exists (select from outbox o where o.payload ->> 'booking_event_id' = e.id::text and o.payload ->> 'recipient' = 'client') order by e.created_at`, [id]);
  print('a client’s move that their therapist undoes within three minutes, mails to the client', 0, told.length);
  expect(told.map(({ actor, starts_at: to }) => [actor, to.toISOString()])).toEqual([
    ['client', (moved as { starts_at: string }).starts_at],
    ['therapist', starts_at],
  ]);
});

it('an address that nobody has proved is not mailed again and again', async () => {
  const { body } = await forClient({}).expect(201);
  const { id, starts_at } = body as Made;
  let [at, moves] = [starts_at, 0];
  for (let tries = 0; tries < 25; tries += 1) {
    const answer = await move(id, at, workday(test, 3), tries % 2 === 0 ? '11:00' : '13:00');
    if (answer.status !== 200) break;
    ({ starts_at: at } = answer.body as Made);
    moves += 1;
  }
  print('moves in an hour of what was booked for somebody who never came', 25, moves);
  expect(moves).toBe(11);
  await test.database.query(`update outbox set state = 'done', finished_at = now() where job = 'send-booking-mail'`);
  const { body: mails } = await practice.therapist.get('/api/therapist/booking-mails').query({ booking_id: id }).expect(200);
  const again: number[] = [];
  for (const { id: mail } of (mails as { id: string; recipient: string }[]).filter(({ recipient }) => recipient === 'client')) again.push((await practice.therapist.post(`/api/therapist/booking-mails/${mail}/send-again`, {})).status);
  print('such mails, sent again', '200', [...new Set(again)].join(', '));
  expect(again.filter((status) => status === 200)).toEqual([]);
});

it('a word to somebody who has not confirmed leads nowhere', async () => {
  const { body } = await forClient({}).expect(201);
  const { id, starts_at } = body as Made;
  const words = ['Attune security: your session moves.', 'See https://attune-pay.evil.example', 'See evil\u200B.example', 'Call +1 900 555 0100 22', 'Plain \u202Etxet'];
  const refused: number[] = [];
  for (const word of words) refused.push((await move(id, starts_at, workday(test, 3), '11:00', { word })).status);
  print('words in the product’s name, with a link, a number, turned letters', '200, each', refused.join(', '));
  expect(refused).toEqual(words.map(() => 422));
  await move(id, starts_at, workday(test, 3), '11:00', { word: 'My train does not run. Dr. Kim is there instead.' }).expect(200);
});

it('a therapist’s series takes nothing of what a client may book', async () => {
  const email = newEmail();
  const client = await signInClient(test, { email });
  const wanted = (time: string) => ({ service_id: practice.serviceId, client_name: client.name, client_email: email, appointment_date: workday(test, 2), appointment_time: time });
  await client.post('/api/bookings', wanted('09:00')).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where client_email = $1', [email]);
  const dates = Array.from({ length: 35 }, (_, index) => new Date(Date.parse(`${workday(test, 5)}T00:00:00Z`) + index * 7 * 86_400_000).toISOString().slice(0, 10));
  await practice.therapist.post('/api/therapist/bookings/series', { service_id: practice.serviceId, client_id: row?.client_id, appointment_time: '16:00', every_weeks: 1, dates, on_purpose: dates }).expect(201);
  const { status } = await client.post('/api/bookings', wanted('11:00'));
  print('a client’s own booking after a series of 35', 429, status);
  expect(status).toBe(201);
});

it('strangers use up no place on the waiting list, and keep few times from others', async () => {
  const victim = newEmail();
  const join = (client_email: string, from: string) =>
    test.http.post('/api/waiting-list').set('Origin', test.config.publicUrl).set('X-Forwarded-For', from).send({ service_id: practice.serviceId, client_name: 'Vera', client_email, wishes: [{ weekday: null, from: '00:00', until: '23:59' }] });
  const stranger = newAddress();
  for (let made = 0; made < 6; made += 1) await join(victim, stranger).expect(202);
  const count = async (): Promise<number> => (await test.database.query<{ n: number }>(`select count(*)::int as n from waiting_requests where therapist_id = $1`, [practice.therapist.id]))[0]?.n ?? 0;
  const before = await count();
  await join(victim, newAddress()).expect(202);
  print('mails to a patient who joins after a stranger did five times', 0, (await count()) - before);
  expect([before, await count()]).toEqual([5, 6]);
  for (let made = 0; made < 20; made += 1) await join(victim, newAddress()).expect(202);
  const strangers = await count();
  await join(victim, '203.0.113.77').expect(202);
  print('and after twenty-five requests of many strangers, from another network', 0, (await count()) - strangers);
  expect((await count()) - strangers).toBe(1);
  await test.database.query(`delete from waiting_requests where id not in (select id from waiting_requests where therapist_id = $2 order by created_at limit 6) and $1::timestamptz is not null`, [test.clock.now(), practice.therapist.id]);
  await test.database.query(`update waiting_requests set confirmed_at = $1, expires_at = $1::timestamptz + interval '30 days', address_hash = decode(md5(id::text), 'hex'), network_hash = null where therapist_id = $2`, [test.clock.now(), practice.therapist.id]);
  await markRows(test, 'waiting_requests', 'therapist_id = $1', [practice.therapist.id]);
  test.clock.set(`${workday(test, 1)}T16:00:00Z`);
  await test.app.get(WaitingOffersService, { strict: false }).offer({ therapist_id: practice.therapist.id });
  const [kept] = await test.database.query<{ n: number }>('select count(*)::int as n from booking_holds where therapist_id = $1', [practice.therapist.id]);
  print('times that are kept at once for six requests', 6, kept?.n);
  expect(kept?.n).toBe(3);
  const [offer] = await test.database.query<{ id: string }>('select id from booking_holds where therapist_id = $1 limit 1', [practice.therapist.id]);
  await post('/api/bookings/hold/code', { hold_id: offer?.id }).expect(404);
  await post('/api/bookings/hold/release', { hold_id: offer?.id }).expect(404);
});

it('at most twenty records are shown as one, and numbers and days without end are refused', async () => {
  const client_id = ((await forClient({}).expect(201)).body as Made).client_id;
  for (let made = 0; made < 20; made += 1) await addOtherRecord(test, practice.therapist.id, client_id, true);
  const more = await addOtherRecord(test, practice.therapist.id, client_id, false);
  const { status } = await practice.therapist.post(`/api/therapist/clients/${client_id}/merged`, { client_id: more });
  const version = (await practice.therapist.put(`/api/therapist/clients/${client_id}`, { remark: '', discharged_on: null, version: 2_147_483_648 })).status;
  const preview = (await practice.therapist.get('/api/therapist/bookings/series').query({ service_id: practice.serviceId, first_date: '9999-12-31', appointment_time: '09:00', every_weeks: 1, count: 52 })).status;
  print('the 21st record, a version past all numbers, a series from 9999-12-31', '200, 500, 500', `${status}, ${version}, ${preview}`);
  expect([status, version, preview]).toEqual([422, 400, 422]);
});
