import { DateTime } from 'luxon';
import { RemindersService, sendReminder } from '../../src/modules/notifications/reminders/reminders.service';
import { MailCatcher } from '../harness/mail-catcher';
import { book, manageToken, openPractice, Practice, proveBookings, workday, ZONE } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';
import * as supertest from 'supertest';

const PATH = '/api/therapist/reminders';
const only = (service_id: string, hours_before: number | null): object => ({ service_id, service_name: expect.any(String) as string, hours_before });
const DEFAULTS = { hours_before: 24, quiet_from: '22:00', quiet_to: '07:00', morning_digest: false, services: [] };

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let reminders: RemindersService;
let at: Date;
let visitors = 0;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '100000', BOOKING_WAVE_LIMIT: '100000' });
  reminders = test.app.get(RemindersService, { strict: false });
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});
beforeEach(async () => {
  at = test.clock.now();
  practice = await openPractice(test, { name: 'Grief counselling' });
  catcher.mails.length = 0;
});
afterEach(async () => {
  test.clock.advance(at.getTime() - test.clock.now().getTime());
  await test.database.query(`update bookings set status = 'cancelled' where therapist_id = $1`, [practice.therapist.id]);
});

interface Booked {
  id: string;
  email: string;
  manage_token: string;
  date: string;
}

/** Of a new client. */
async function booked(time: string, part: object = {}, day = 4): Promise<Booked> {
  visitors += 1;
  const email = `visitor-${visitors}@example.org`;
  const date = workday(test, day);
  const { body } = await book(test, practice, { client_email: email, appointment_date: date, appointment_time: time, ...part }).expect(201);
  const { id } = body as { id: string };
  return { id, manage_token: await manageToken(test, id), email, date };
}

/** The worker's round at a time of the practice's clock. @returns whom it puts in line a reminder for */
async function roundAt(date: string, time: string): Promise<string[]> {
  test.clock.advance(DateTime.fromISO(`${date}T${time}`, { zone: ZONE }).toMillis() - test.clock.now().getTime());
  const before = await jobs();
  await reminders.remind();
  const known = new Set(before);
  const added = (await jobs()).filter((id) => !known.has(id));
  const rows = await test.database.query<{ booking_id: string }>('select booking_id from booking_reminders where id = any($1::uuid[])', [added]);
  return rows.map(({ booking_id }) => booking_id);
}

async function jobs(): Promise<string[]> {
  const rows = await test.database.query<{ id: string }>(`select payload->>'reminder_id' as id from outbox where job = $1`, [sendReminder.name]);
  return rows.map(({ id }) => id);
}

async function reminderOf(bookingId: string): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('select id from booking_reminders where booking_id = $1 order by created_at desc limit 1', [bookingId]);
  return row?.id ?? '';
}

const dayBefore = (date: string, days = 1): string => DateTime.fromISO(date).minus({ days }).toFormat('yyyy-MM-dd');

it('a day before, once however many workers look, time and therapist and place and nothing of what it is about; sent again it is the same message', async () => {
  const { id, date, email, manage_token } = await booked('10:00', { client_timezone: 'Europe/Berlin', notes: 'CANARY of notes' });
  expect(await roundAt(dayBefore(date), '09:59')).toEqual([]);
  test.clock.advance(60_000);
  await Promise.all([reminders.remind(), reminders.remind()]);
  await reminders.remind();
  const reminder_id = await reminderOf(id);
  expect((await jobs()).filter((one) => one === reminder_id)).toHaveLength(1);
  await reminders.deliver({ reminder_id });
  await reminders.deliver({ reminder_id });
  const [mail, again] = catcher.mails;
  expect(again?.messageId).toBe(mail?.messageId);
  expect(mail?.messageId).toContain(`<${reminder_id}.reminder@`);
  expect(mail?.to).toMatchObject({ text: email });
  expect(mail?.subject).toMatch(/^Reminder: your appointment with Dr\. Test on .* at 1[56]:00 \(Europe\/Berlin\)$/);
  expect(mail?.text).toContain(`/manage#${manage_token}`);
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/grief|canary|nadia/i);
});

it('due in the client’s quiet hours it goes out before them; where that is over, after them and never once the appointment has begun', async () => {
  await practice.therapist.put(PATH, { ...DEFAULTS, hours_before: 12 }).expect(200);
  const before = await booked('10:00', { client_timezone: ZONE });
  // 22:00 of the day before is the first quiet minute.
  expect(await roundAt(dayBefore(before.date), '21:29')).toEqual([]);
  expect(await roundAt(dayBefore(before.date), '21:30')).toEqual([before.id]);
  test.clock.advance(at.getTime() - test.clock.now().getTime());
  const missed = await booked('11:00', { client_timezone: ZONE });
  expect(await roundAt(dayBefore(missed.date), '23:30')).toEqual([]);
  expect(await roundAt(missed.date, '06:59')).toEqual([]);
  expect(await roundAt(missed.date, '07:00')).toEqual([missed.id]);
  test.clock.advance(at.getTime() - test.clock.now().getTime());
  // 09:00 in New York is 22:00 or 23:00 in Tokyo: all of the evening there is quiet until it has begun.
  const abroad = await booked('13:00', { client_timezone: 'Asia/Tokyo' });
  expect(await roundAt(abroad.date, '09:30')).toEqual([]);
  expect(await roundAt(abroad.date, '13:00')).toEqual([]);
});

it('a moved appointment is reminded of at its new time; a cancelled one, one booked after it was due and one of a client who stopped it are not', async () => {
  const moved = await booked('10:00', {}, 4);
  const cancelled = await booked('11:00', {}, 4);
  const stopped = await booked('12:00', {}, 4);
  expect(await roundAt(dayBefore(moved.date), '12:30')).toEqual(expect.arrayContaining([moved.id, cancelled.id, stopped.id]));
  const [first, ofCancelled, ofStopped] = [await reminderOf(moved.id), await reminderOf(cancelled.id), await reminderOf(stopped.id)];
  const late = await booked('15:00', { appointment_date: moved.date });
  await test.database.query(`update bookings set status = 'cancelled' where id = $1`, [cancelled.id]);
  await test.database.query(`update bookings set starts_at = starts_at + interval '3 days', ends_at = ends_at + interval '3 days' where id = $1`, [moved.id]);
  await reminders.deliver({ reminder_id: ofStopped });
  const token = /\/reminders#([\w.-]+)/.exec(catcher.mails[0]?.text ?? '')?.[1] ?? '';
  const agent = supertest.default(test.app.getHttpServer());
  expect((await agent.post('/api/reminders/choice').send({ token }).expect(200)).body).toEqual({ wanted: true });
  expect((await agent.put('/api/reminders/choice').send({ token, wanted: false }).expect(200)).body).toEqual({ wanted: false });
  // However often it is pressed, and from wherever: each is in the log.
  const pressed = [];
  for (let n = 1; n < 22; n += 1) pressed.push((await agent.put('/api/reminders/choice').set('X-Forwarded-For', `2001:db8:7:${n.toString(16)}::1`).send({ token, wanted: false })).status);
  expect(pressed).toEqual([...Array<number>(19).fill(200), 429, 429]);
  await agent.put('/api/reminders/choice').send({ token: token.replace(/.$/, (end) => (end === 'A' ? 'E' : 'A')), wanted: true }).expect(404);
  // The link that the booking itself gave to whoever made it stops nothing.
  await agent.put('/api/reminders/choice').send({ token: stopped.manage_token, wanted: true }).expect(404);
  catcher.mails.length = 0;
  for (const reminder_id of [first, ofCancelled, ofStopped]) await reminders.deliver({ reminder_id });
  expect(catcher.mails).toEqual([]);
  const next = await booked('14:00', { client_email: stopped.email, appointment_date: workday(test, 6) });
  expect(await roundAt(dayBefore(moved.date), '23:00')).toEqual([]);
  expect(late.id).toBeTruthy();
  await test.database.query(`update bookings set client_timezone = 'Nowhere/Land' where id = $1`, [moved.id]);
  const found = await roundAt(DateTime.fromISO(moved.date).plus({ days: 2 }).toFormat('yyyy-MM-dd'), '10:01');
  expect(found).toContain(moved.id);
  expect(found).not.toContain(next.id);
});

it('nobody is reminded of what they have just booked or moved, also where quiet hours lie in between', async () => {
  await practice.therapist.put(PATH, { ...DEFAULTS, hours_before: 12 }).expect(200);
  const date = workday(test, 4);
  const told = (id: string, day: string, time: string): Promise<unknown> =>
    test.database.query(`update booking_events set created_at = $2 where booking_id = $1`, [id, DateTime.fromISO(`${day}T${time}`, { zone: ZONE }).toISO()]);
  const [late, just, before, moved] = [await booked('10:00', { client_timezone: ZONE }), await booked('11:00', { client_timezone: ZONE }), await booked('12:00', { client_timezone: ZONE }), await booked('13:00', { client_timezone: ZONE })];
  // 22:00 and later is quiet, so the moment of all of them is 21:30.
  await told(late.id, dayBefore(date), '21:45');
  await told(just.id, dayBefore(date), '20:31');
  await told(before.id, dayBefore(date), '20:29');
  await told(moved.id, dayBefore(date, 3), '10:00');
  await test.database.query(`insert into booking_events select r.* from booking_events e cross join lateral jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'kind', 'moved', 'created_at', $2::timestamptz)) r where e.booking_id = $1`, [
    moved.id,
    DateTime.fromISO(`${dayBefore(date)}T21:40`, { zone: ZONE }).toISO(),
  ]);
  expect(await roundAt(dayBefore(date), '21:46')).toEqual([before.id]);
  expect(await roundAt(date, '07:30')).toEqual([]);
});

it('whoever has not confirmed the practice is reminded of it once a day, however often somebody is booked for them', async () => {
  const first = await booked('10:00');
  const others = [await booked('11:00', { client_email: first.email }), await booked('14:00', { client_email: first.email }), await booked('10:00', { client_email: first.email }, 5)];
  expect(await roundAt(dayBefore(first.date), '15:00')).toEqual([first.id]);
  expect(await roundAt(dayBefore(first.date), '15:01')).toEqual([]);
  expect(await roundAt(dayBefore(others[2]!.date), '15:00')).toEqual([others[2]!.id]);
  const known = await booked('11:00', {}, 8);
  const again = await booked('14:00', { client_email: known.email }, 8);
  await proveBookings(test, known.email);
  expect((await roundAt(dayBefore(known.date), '15:00')).sort()).toEqual([known.id, again.id].sort());
});

it('a therapist who moves to another zone has the reminders that stand at the same moments, in the times that clients know', async () => {
  const { id, date } = await booked('10:00', { client_timezone: ZONE });
  const series = { service_id: practice.serviceId, client_name: 'Kim Park', client_email: 'kim-of-a-series@example.org', appointment_time: '11:00', every_weeks: 1, dates: [date, DateTime.fromISO(date).plus({ weeks: 1 }).toISODate()] };
  const [first] = (await practice.therapist.post('/api/therapist/bookings/series', series).expect(201)).body as { id: string }[];
  await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: 'Asia/Tokyo', custom_slug: practice.slug }).expect(200);
  expect(await roundAt(dayBefore(date), '09:59')).toEqual([]);
  expect(await roundAt(dayBefore(date), '10:00')).toEqual([id]);
  expect(await roundAt(dayBefore(date), '11:00')).toEqual([first?.id]);
  for (const reminder_id of [await reminderOf(id), await reminderOf(first?.id ?? '')]) await reminders.deliver({ reminder_id });
  expect(catcher.mails.map(({ subject }) => / on .* at (\d\d:\d\d)/.exec(subject ?? '')?.[1])).toEqual(['10:00', '11:00']);
  expect(catcher.mails.map(({ text }) => text).join()).not.toContain('Tokyo');
});

it('a service has its own time or none, the rest follow the practice, and another’s service is refused', async () => {
  const { body: other } = await practice.therapist.post('/api/therapist/services', { name: 'Intake', duration_minutes: 30 }).expect(201);
  const stranger = await openPractice(test);
  const saved = { hours_before: 0, quiet_from: null, quiet_to: null, morning_digest: true, services: [{ service_id: other.id as string, hours_before: 48 }] };
  const shown = { ...saved, services: [only(practice.serviceId, null), only(other.id as string, 48)] };
  expect((await practice.therapist.get(PATH).expect(200)).body).toEqual({ ...DEFAULTS, services: [only(practice.serviceId, null), only(other.id as string, null)] });
  expect((await practice.therapist.put(PATH, { ...saved, services: [{ service_id: (other.id as string).toUpperCase(), hours_before: 48 }] }).expect(200)).body).toEqual(shown);
  await practice.therapist.put(PATH, { ...saved, services: [{ service_id: stranger.serviceId, hours_before: 2 }] }).expect(422);
  await practice.therapist.put(PATH, { ...saved, quiet_from: '22:00' }).expect(422);
  await practice.therapist.put(PATH, { ...saved, quiet_from: '07:00', quiet_to: '06:00' }).expect(422);
  await practice.therapist.put(PATH, { ...saved, hours_before: 5 }).expect(400);
  expect((await practice.therapist.get(PATH).expect(200)).body).toEqual(shown);
  const none = await booked('10:00');
  const early = await booked('11:00', { service_id: other.id as string });
  expect(await roundAt(dayBefore(none.date, 2), '11:00')).toEqual([early.id]);
  expect(await roundAt(dayBefore(none.date, 0), '09:00')).toEqual([]);
});

it('a client chooses in the portal, for each practice', async () => {
  const client = await signInClient(test);
  expect((await client.get('/api/client/reminders').expect(200)).body).toEqual({ wanted: true });
  expect((await client.put('/api/client/reminders', { wanted: false }).expect(200)).body).toEqual({ wanted: false });
  expect((await client.put('/api/client/reminders', { wanted: false }).expect(200)).body).toEqual({ wanted: false });
  const [entry] = await test.database.query<{ count: number }>(`select count(*)::int as count from activity_log where action = 'stop_reminders' and actor_id = $1`, [client.id]);
  expect(entry?.count).toBe(2);
  expect((await client.put('/api/client/reminders', { wanted: true }).expect(200)).body).toEqual({ wanted: true });
});

it('10,000 that are due in one hour are in line within a minute', async () => {
  const { id, date } = await booked('10:00');
  for (const [from, to] of Array.from({ length: 10 }, (_, part) => [part * 1_000, Math.min(part * 1_000 + 999, 9_998)])) {
    await test.database.query(
      `with others as (
         insert into users (id, user_type, email, name) select gen_random_uuid(), 'therapist', 'many-' || n || '@practice.example', 'Ada' from generate_series($2::int, $3::int) n returning id
       )
       insert into bookings select r.* from bookings b cross join (select id, $2::int + row_number() over () as n from others) o
         cross join lateral jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'therapist_id', o.id, 'manage_token_hash', '\\x' || md5(o.id::text),
           'starts_at', b.starts_at + o.n * interval '0.36 seconds', 'ends_at', b.ends_at + o.n * interval '0.36 seconds')) r where b.id = $1`,
      [id, from, to],
    );
  }
  const begun = Date.now();
  expect(await roundAt(dayBefore(date), '11:01')).toHaveLength(10_000);
  const seconds = (Date.now() - begun) / 1_000;
  process.stdout.write(`10,000 reminders in line after ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(60);
});
