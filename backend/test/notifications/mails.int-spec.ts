import { namedStatements } from '../../src/common/database/database';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { mailedCode } from '../harness/client-browser';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const PATH = '/api/therapist/booking-mails';

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let bookingId: string;
let email: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000' });
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});
beforeEach(async () => {
  practice = await openPractice(test);
  email = `kim-${Date.now()}@example.org`;
  bookingId = (await book(test, practice, { client_email: email }).expect(201)).body.id as string;
});

interface Mail {
  id: string;
  recipient: string;
  kind: string;
  state: string;
  reason: string | null;
  can_send_again: boolean;
}

const list = async (id = bookingId): Promise<Mail[]> => (await practice.therapist.get(PATH).query({ booking_id: id }).expect(200)).body as Mail[];
const settle = (id: string, state: string, reason: string | null = null): Promise<unknown> =>
  test.database.query('update outbox set state = $2, last_error = $3, finished_at = now() where id = $1', [id, state, reason]);
const mailTo = async (recipient: string): Promise<Mail> => (await list()).find((mail) => mail.recipient === recipient)!;

it('each mail of a booking says whether it is on its way, sent or failed and why; one that came to its end goes again under its Message-ID', async () => {
  const [client, therapist] = [await mailTo('client'), await mailTo('therapist')];
  expect([client, therapist].map(({ kind, state, can_send_again }) => [kind, state, can_send_again])).toEqual([['booked', 'queued', false], ['booked', 'queued', false]]);
  await practice.therapist.post(`${PATH}/${client.id}/send-again`).expect(409);
  await settle(client.id, 'failed', '550 No such mailbox');
  await settle(therapist.id, 'done');
  expect(await mailTo('client')).toMatchObject({ state: 'failed', reason: '550 No such mailbox', can_send_again: true });
  expect(await mailTo('therapist')).toMatchObject({ state: 'sent', reason: null, can_send_again: true });
  const send = () => practice.therapist.post(`${PATH}/${client.id.toUpperCase()}/send-again`).set('Idempotency-Key', `again-${client.id}`).expect(200);
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ body }) => (body as Mail).state)).toEqual(['queued', 'queued']);
  expect(await mailTo('client')).toMatchObject({ id: client.id, state: 'queued', reason: null });
  const [row] = await test.database.query<{ payload: { booking_event_id: string; recipient: 'client' } }>('select payload from outbox where id = $1', [client.id]);
  catcher.mails.length = 0;
  await test.app.get(BookingNotifier, { strict: false }).send(row!.payload);
  await test.app.get(BookingNotifier, { strict: false }).send(row!.payload);
  expect(new Set(catcher.messageIds).size).toBe(1);
});

it('what is out of date is not sent again, nor too often, nor by another therapist', async () => {
  const { id } = await mailTo('client');
  await settle(id, 'done');
  const other = await openPractice(test);
  expect((await other.therapist.get(PATH).query({ booking_id: bookingId }).expect(200)).body).toEqual([]);
  await other.therapist.post(`${PATH}/${id}/send-again`).expect(404);
  for (let nth = 0; nth < 5; nth += 1) {
    await practice.therapist.post(`${PATH}/${id}/send-again`).expect(200);
    await settle(id, 'done');
  }
  await practice.therapist.post(`${PATH}/${id}/send-again`).expect(429);
  await practice.therapist.put(`/api/therapist/bookings/${bookingId}/status`, { status: 'cancelled' }).expect(200);
  expect((await list()).filter(({ kind }) => kind === 'booked').map(({ can_send_again }) => can_send_again)).toEqual([false, false]);
  await practice.therapist.post(`${PATH}/${id}/send-again`).expect(409);
});

it('that the client has another address now is told to a practice that they confirmed, and to no other', async () => {
  const moved = `moved-${email}`;
  const client = await signInClient(test, { email });
  for (const { id } of await list()) await settle(id, 'done');
  const before = await list();
  await client.post('/api/client/account/email', { email: moved }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, moved) }).expect(200);
  expect(await list()).toEqual(before);
  await practice.therapist.post(`${PATH}/${(await mailTo('client')).id}/send-again`).expect(200);
  // Back at the address that the practice knows, they say that they go there.
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, { end_links: true }).expect(200);
  expect((await list()).map(({ kind }) => kind)).toEqual(['booked', 'booked', 'readdressed']);
});

it('new links tell no practice that its client has appointments at another one', async () => {
  const other = await openPractice(test);
  await book(test, other, { client_email: email, appointment_time: '09:00' }).expect(201);
  const client = await signInClient(test, { email });
  for (const each of [practice, other]) await client.post(`/api/client/practices/${each.therapist.id}/confirm`).expect(200);
  const email2 = `moved-${email}`;
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email: email2 }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email2) }).expect(200);
  const renewed = async (): Promise<Mail> => (await list()).find(({ kind }) => kind === 'readdressed')!;
  const { id } = await renewed();
  await settle(id, 'done');
  const { body } = await other.therapist.get('/api/therapist/bookings').query({ limit: 1 }).expect(200);
  await other.therapist.put(`/api/therapist/bookings/${(body as { id: string }[])[0]!.id}/status`, { status: 'cancelled' }).expect(200);
  expect(await renewed()).toMatchObject({ id, can_send_again: true });
  await practice.therapist.post(`${PATH}/${id}/send-again`).expect(200);
});

it('are listed by looking at each change once: a booking that changed very often, told of in one mail, holds the database up for nobody', async () => {
  interface Plan {
    'Actual Rows': number;
    'Actual Loops': number;
    Plans?: Plan[];
  }
  const text = namedStatements().find(({ name }) => name === 'booking-mails')?.text ?? '';
  const rowsOf = (plan: Plan): number => plan['Actual Rows'] * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0);
  const rowsRead = async (changes: number): Promise<number> => {
    await test.database.query(
      `insert into booking_events (id, booking_id, kind, sequence, starts_at, ends_at, actor, created_at, told_with)
       select gen_random_uuid(), e.booking_id, 'readdressed', e.sequence, e.starts_at, e.ends_at, e.actor, e.created_at + n * interval '1 ms', e.id
       from booking_events e, generate_series(1, ${changes}) n where e.booking_id = $1 and e.kind = 'booked'`,
      [bookingId],
    );
    const [explained] = await test.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, timing off, format json) ${text}`, [practice.therapist.id, [bookingId], test.clock.now()]);
    return rowsOf(explained!['QUERY PLAN'][0]!.Plan);
  };
  const few = await rowsRead(100);
  // Four times as many in all.
  const many = await rowsRead(300);
  expect(many / few).toBeLessThan(8);
  expect((await list()).every(({ kind }) => kind === 'readdressed' || kind === 'booked')).toBe(true);
});
