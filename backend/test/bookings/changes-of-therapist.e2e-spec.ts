import { DateTime } from 'luxon';
import type { NoticeRecipient } from '../../src/modules/bookings/changes/booking-news.service';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { auditProblems } from '../harness/activity-log-tools';
import { MailCatcher } from '../harness/mail-catcher';
import { eventually } from '../harness/outbox-worker';
import { book, manageToken, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a therapist changes, and what the client is told of it in the end. */
const WORD = 'Canary: my train does not run on that day.';
const EMAIL = 'kim@example.org';

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let id: string;
let token: string;
let date: string;
let later: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '10000', BOOKING_CHANGE_MAIL_DELAY_S: '180' });
  practice = await openPractice(test);
  [date, later] = [workday(test, 3), workday(test, 6)];
  const { body } = await book(test, practice, { client_email: EMAIL, appointment_date: date, appointment_time: '14:00' }).expect(201);
  ({ id } = body as { id: string });
  token = await manageToken(test, id);
  await send();
  catcher.mails.length = 0;
});
afterEach(() => test.close());

const at = (day: string, time: string): string => DateTime.fromISO(`${day}T${time}`, { zone: ZONE }).toJSDate().toISOString();
const status = (body: object) => practice.therapist.put(`/api/therapist/bookings/${id}/status`, body);
const move = (from: [string, string], to: [string, string], more: object = {}) =>
  practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: at(...from), appointment_date: to[0], appointment_time: to[1], ...more });
const behindTheLink = async (): Promise<Record<string, unknown>> => (await test.http.post('/api/bookings/manage').set('Origin', test.config.publicUrl).send({ token }).expect(200)).body as Record<string, unknown>;

/** The mails that are due now, or in three minutes. @returns what the client read */
async function send(): Promise<string[]> {
  const due = await test.database.query<{ id: string; payload: { booking_event_id: string; recipient: NoticeRecipient } }>(`select id, payload from outbox where job = 'send-booking-mail' and state = 'pending' order by available_at`);
  for (const { id: job, payload } of due) {
    await test.app.get(BookingNotifier, { strict: false }).send(payload);
    await test.database.query(`update outbox set state = 'done', finished_at = now() where id = $1`, [job]);
  }
  return catcher.mails.filter(({ to }) => !Array.isArray(to) && to?.text === EMAIL).map(({ subject, text }) => `${subject}\n${text}`);
}
const waitMs = async (): Promise<number[]> =>
  (await test.database.query<{ ms: number }>(`select round(extract(epoch from available_at - now()) / 10)::int * 10 as ms from outbox where job = 'send-booking-mail' and state = 'pending'`)).map(({ ms }) => ms);

it('a move waits three minutes; the client reads one mail with a word behind its link, and the word is nowhere else', async () => {
  expect((await move([date, '14:00'], [later, '10:00'], { word: WORD }).expect(200)).body).toMatchObject({ appointment_date: later, appointment_time: '10:00', word: WORD });
  expect(await waitMs()).toEqual([180, 180]);
  await move([later, '10:00'], [later, '11:00'], { word: WORD }).expect(200);
  expect(await behindTheLink()).toMatchObject({ appointment_time: '11:00', therapist_word: WORD });
  const mails = await send();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('has moved your appointment');
  expect(mails[0]).toContain('There is a word for you about it');
  expect(mails[0]).toMatch(/14:00|2:00/);
  expect(mails.join()).not.toContain('Canary');
  const [row] = await test.database.query<{ dump: string }>(`select (select string_agg(b::text, ' ') from bookings b) || (select string_agg(o::text, ' ') from outbox o) || (select string_agg(a::text, ' ') from activity_log a) as dump`);
  expect(row?.dump).not.toContain('Canary');
  expect(await auditProblems(test)).toEqual([]);
});

it('a mind that changes back sends nothing; a move and then a cancellation send one mail, about the time that the client knew', async () => {
  await move([date, '14:00'], [later, '10:00']).expect(200);
  await move([later, '10:00'], [date, '14:00']).expect(200);
  expect(await send()).toEqual([]);
  await move([date, '14:00'], [later, '10:00']).expect(200);
  await status({ status: 'cancelled', word: WORD }).expect(200);
  const mails = await send();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('has cancelled your appointment');
  expect(mails[0]).toContain(DateTime.fromISO(date).toFormat('d MMM'));
  expect(await behindTheLink()).toMatchObject({ status: 'cancelled', therapist_word: WORD });
});

it('a cancellation is taken back while nobody was told of it and nobody has the time', async () => {
  await status({ status: 'cancelled' }).expect(200);
  expect((await status({ status: 'confirmed' }).expect(200)).body).toMatchObject({ status: 'confirmed', appointment_time: '14:00' });
  expect(await send()).toEqual([]);
  await status({ status: 'cancelled' }).expect(200);
  await book(test, practice, { client_email: 'other@example.org', appointment_date: date, appointment_time: '14:00' }).expect(201);
  expect((await status({ status: 'confirmed' }).expect(409)).body).toMatchObject({ detail: 'Somebody else has taken this time meanwhile, so the appointment stays cancelled.' });
  expect((await send()).filter((mail) => mail.includes('cancelled'))).toHaveLength(1);
  await status({ status: 'confirmed' }).expect(409);
});

it('a move that was followed by a cancellation which was taken back is told of all the same', async () => {
  await move([date, '14:00'], [later, '10:00']).expect(200);
  await status({ status: 'cancelled' }).expect(200);
  await status({ status: 'confirmed' }).expect(200);
  const mails = await send();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('has moved your appointment');
});

it('two who move one appointment: the second is told that it was moved; what clients could not book is asked about', async () => {
  const answers = await Promise.all([move([date, '14:00'], [later, '10:00']), move([date, '14:00'], [later, '12:00'])]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const { body } = await practice.therapist.get('/api/therapist/bookings').expect(200);
  const [{ appointment_time: time }] = body as [{ appointment_time: string }];
  expect((await move([later, time], [later, '22:00']).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose' }] });
  await move([later, time], [later, '22:00'], { on_purpose: true }).expect(200);
  await book(test, practice, { client_email: 'other@example.org', appointment_date: date, appointment_time: '14:00' }).expect(201);
  expect((await move([later, '22:00'], [date, '14:30'], { on_purpose: true }).expect(409)).body).toMatchObject({ detail: 'You have another appointment at this time. Please choose another.' });
  await practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: at(later, '22:00'), appointment_date: later, appointment_time: '25:00' }).expect(400);
  const other = await openPractice(test);
  await other.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: at(later, '22:00'), appointment_date: later, appointment_time: '10:00' }).expect(404);
});

it('client and therapist who move at the same moment: one of them does, the other is told in a sentence, and one mail tells of it', async () => {
  const byClient = () => test.http.post('/api/bookings/manage/move').set('Origin', test.config.publicUrl).send({ token, new_date: later, new_time: '12:00' });
  // Both have read the appointment and wait for the practice's turn.
  const held = await test.database.pool.connect();
  await held.query('begin');
  await held.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [practice.therapist.id]);
  const answers = Promise.all([byClient(), move([date, '14:00'], [later, '10:00'])]);
  await eventually(async () => {
    const [row] = await test.database.query<{ count: number }>(`select count(*)::int from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`);
    expect(row?.count).toBe(2);
  });
  await held.query('commit');
  held.release();
  const [client, therapist] = await answers;
  expect([client.status, therapist.status].sort()).toEqual([200, 409]);
  const loser = client.status === 409 ? client : therapist;
  expect((loser.body as { detail: string }).detail).toMatch(/meanwhile|changed/);
  expect(await behindTheLink()).toMatchObject({ appointment_date: later, appointment_time: client.status === 200 ? '12:00' : '10:00' });
  expect(await send()).toHaveLength(1);
});

it('a word is read only while it is about what stands: once the client moves on, or the therapist says nothing, it is gone', async () => {
  await move([date, '14:00'], [later, '10:00'], { word: WORD }).expect(200);
  expect(await behindTheLink()).toMatchObject({ therapist_word: WORD });
  await test.http.post('/api/bookings/manage/move').set('Origin', test.config.publicUrl).send({ token, new_date: later, new_time: '12:00' }).expect(200);
  expect(await behindTheLink()).toMatchObject({ appointment_time: '12:00', therapist_word: null });
  await move([later, '12:00'], [later, '13:00'], { word: WORD }).expect(200);
  await move([later, '13:00'], [later, '14:00']).expect(200);
  expect(await behindTheLink()).toMatchObject({ appointment_time: '14:00', therapist_word: null });
  expect(await test.database.query('select count(word)::int as words from bookings')).toEqual([{ words: 0 }]);
});

it('a confirmation goes at once', async () => {
  await practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, client_name: 'Lea', client_email: 'lea@example.org', appointment_date: later, appointment_time: '15:00' }).expect(201);
  expect(await waitMs()).toEqual([0, 0]);
});

it('a change within the hour goes at once', async () => {
  test.clock.set(at(date, '13:30'));
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
  await status({ status: 'cancelled' }).expect(200);
  expect(await waitMs()).toEqual([0, 0]);
});
