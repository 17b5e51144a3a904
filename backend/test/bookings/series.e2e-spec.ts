import { DateTime } from 'luxon';
import * as supertest from 'supertest';
import type { NoticeRecipient } from '../../src/modules/bookings/changes/booking-news.service';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { auditProblems } from '../harness/activity-log-tools';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** Appointments that come week after week. The clock of these tests stands in November: New York's clocks go forward on 14 March. */
const EMAIL = 'kim@example.org';
interface Row {
  id: string;
  series_id: string;
  starts_at: string;
  appointment_date: string;
  appointment_time: string;
  status: string;
}

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let first: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_PRACTICE: '120', SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '10000', BOOKING_CHANGE_MAIL_DELAY_S: '180' });
  practice = await openPractice(test);
  first = workday(test, 3);
  catcher.mails.length = 0;
});
afterEach(() => test.close());

const week = (n: number, from = first): string => DateTime.fromISO(from).plus({ weeks: n }).toISODate() as string;
const weeks = (count: number, every = 1): string[] => Array.from({ length: count }, (_, index) => week(index * every));
const preview = (query: object) => practice.therapist.get(`/api/therapist/bookings/series?${new URLSearchParams({ service_id: practice.serviceId, first_date: first, appointment_time: '10:00', every_weeks: '1', count: '4', ...query }).toString()}`);
const make = (fields: object = {}): supertest.Test =>
  practice.therapist.post('/api/therapist/bookings/series', { service_id: practice.serviceId, client_name: 'Kim Park', client_email: EMAIL, appointment_time: '10:00', every_weeks: 1, dates: weeks(4), ...fields });
const made = async (fields: object = {}): Promise<Row[]> => (await make(fields).expect(201)).body as Row[];
const moveFrom = (row: Row, fields: object) => practice.therapist.put(`/api/therapist/bookings/${row.id}/following/time`, { starts_at: row.starts_at, appointment_date: row.appointment_date, appointment_time: row.appointment_time, ...fields });
const statusFrom = (row: Row, body: object) => practice.therapist.put(`/api/therapist/bookings/${row.id}/following/status`, body);
const all = async (): Promise<Row[]> => ((await practice.therapist.get('/api/therapist/bookings').expect(200)).body as Row[]).reverse();
const times = (rows: readonly Row[]): string[] => rows.map(({ appointment_date, appointment_time }) => `${appointment_date} ${appointment_time}`);

/** The mails that are due now, or in three minutes. @returns what the client read */
async function send(): Promise<string[]> {
  catcher.mails.length = 0;
  const due = await test.database.query<{ id: string; payload: { booking_event_id: string; recipient: NoticeRecipient } }>(`select id, payload from outbox where job = 'send-booking-mail' and state = 'pending' order by available_at`);
  for (const { id, payload } of due) {
    await test.app.get(BookingNotifier, { strict: false }).send(payload);
    await test.database.query(`update outbox set state = 'done', finished_at = now() where id = $1`, [id]);
  }
  return catcher.mails.filter(({ to }) => !Array.isArray(to) && to?.text === EMAIL).map(({ subject, text }) => `${subject}\n${text}`);
}

it('52 weeks keep their hour on the wall over both changes of the clocks, and one mail tells of them with a link to each', async () => {
  const dates = weeks(52);
  const rows = await made({ dates });
  expect(times(rows)).toEqual(dates.map((date) => `${date} 10:00`));
  expect(new Set(rows.map(({ series_id }) => series_id)).size).toBe(1);
  expect(new Set(rows.map(({ starts_at }) => starts_at.slice(11, 16)))).toEqual(new Set(['15:00', '14:00']));
  const mails = await send();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('has booked 52 appointments for you');
  expect(mails[0]?.match(/\/manage#(?!end\.)/g)).toHaveLength(52);
  expect(new Set(mails[0]?.match(/\/manage#(?!end\.)\S+/g)).size).toBe(52);
  const calendars = catcher.mails.flatMap(({ attachments }) => attachments.filter(({ contentType }) => /calendar|ics/.test(contentType)).map(({ content }) => content.toString()));
  expect(calendars.length).toBeGreaterThan(0);
  for (const calendar of calendars) expect([calendar.match(/BEGIN:VEVENT/g)?.length, /METHOD:(\w+)/.exec(calendar)?.[1]]).toEqual([52, 'PUBLISH']);
  expect(await test.database.query(`select count(*)::int as n from activity_log where action = 'book_series'`)).toEqual([{ n: 1 }]);
  expect(await auditProblems(test)).toEqual([]);
});

it('what stands in the way is shown before anything is saved; then nothing is saved unless all of it can be', async () => {
  await book(test, practice, { client_email: 'other@example.org', appointment_date: week(1), appointment_time: '10:30' }).expect(201);
  await practice.therapist.post('/api/therapist/time-off', { kind: 'holiday', first_date: week(2), name: 'Away' }).expect(201);
  const { body } = await preview({}).expect(200);
  expect((body as { obstacle: unknown }[]).map(({ obstacle }) => obstacle)).toEqual([null, 'appointment', 'not-bookable', null]);
  const refused = (await make().expect(409)).body as { detail: string };
  expect(refused.detail).toContain('1 of 4 appointments is not possible, so nothing was changed');
  expect((await make({ dates: [week(0), week(2), week(3)] }).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose' }] });
  expect(await all()).toHaveLength(1);
  expect(await made({ dates: [week(0), week(2), week(3)], on_purpose: [week(2)] })).toHaveLength(3);
  await preview({ count: '53' }).expect(400);
  await preview({ every_weeks: '3' }).expect(400);
  await make({ appointment_time: '12:00', dates: [week(0), week(0)] }).expect(400);
  await make({ appointment_time: '12:00', dates: [week(0), DateTime.fromISO(first).plus({ days: 1 }).toISODate()] }).expect(422);
  await make({ appointment_time: '12:00', every_weeks: 2, dates: [week(0), week(1)] }).expect(422);
  const other = await openPractice(test);
  await other.therapist.get(`/api/therapist/bookings/series?service_id=${practice.serviceId}&first_date=${first}&appointment_time=10:00&every_weeks=1&count=4`).expect(404);
});

it('this and the following move by the same time on the wall, over the ones that leave their places; Undo puts all of them back, and nobody is told', async () => {
  const rows = await made({ dates: weeks(20) });
  await send();
  const third = rows[2] as Row;
  // By itself: it keeps its distance.
  await practice.therapist.put(`/api/therapist/bookings/${rows[5]?.id}/time`, { starts_at: rows[5]?.starts_at, appointment_date: week(5), appointment_time: '15:00' }).expect(200);
  const { body } = await moveFrom(third, { appointment_date: week(3), appointment_time: '11:00', word: 'Canary: a new timetable.' }).expect(200);
  expect(body).toHaveLength(18);
  const expected = [...weeks(2).map((date) => `${date} 10:00`), ...Array.from({ length: 18 }, (_, index) => `${week(index + 3)} ${index === 3 ? '16:00' : '11:00'}`)];
  expect(times(await all())).toEqual(expected);
  const [moved] = body as [Row];
  await moveFrom(moved, { appointment_date: week(2), appointment_time: '10:00', on_purpose: true }).expect(200);
  await practice.therapist.put(`/api/therapist/bookings/${rows[5]?.id}/time`, { starts_at: (await all())[5]?.starts_at, appointment_date: week(5), appointment_time: '10:00' }).expect(200);
  expect(times(await all())).toEqual(weeks(20).map((date) => `${date} 10:00`));
  expect(await send()).toEqual([]);
  expect((await moveFrom({ ...third, starts_at: rows[3]?.starts_at ?? '' }, { appointment_date: week(4) }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('moved meanwhile') });
});

it('those that follow are cancelled with one word in one mail, and stand again together while nobody was told', async () => {
  const rows = await made({ dates: weeks(6) });
  await send();
  expect((await statusFrom(rows[1] as Row, { status: 'cancelled', word: 'Canary: I move away.' }).expect(200)).body).toHaveLength(5);
  expect((await statusFrom(rows[1] as Row, { status: 'confirmed' }).expect(200)).body).toHaveLength(5);
  expect(await send()).toEqual([]);
  await statusFrom(rows[1] as Row, { status: 'cancelled', word: 'Canary: I move away.' }).expect(200);
  // One of them is taken back by itself: the others are still told of, also where it was the one that told of them.
  await practice.therapist.put(`/api/therapist/bookings/${rows[1]?.id}/status`, { status: 'confirmed' }).expect(200);
  const mails = await send();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('has cancelled 4 of your appointments');
  expect(mails[0]).toContain('There is a word for you');
  expect(mails.join()).not.toContain('Canary');
  await statusFrom(rows[2] as Row, { status: 'confirmed' }).expect(409);
  expect((await all()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'cancelled', 'cancelled', 'cancelled', 'cancelled']);
});

it('a move of all is refused as a whole where one of them would lie over something else; what follows of no series, or of another therapist, is refused', async () => {
  const rows = await made();
  await book(test, practice, { client_email: 'other@example.org', appointment_date: week(2), appointment_time: '14:00' }).expect(201);
  expect((await moveFrom(rows[0] as Row, { appointment_time: '14:00' }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('1 of 4 appointments') });
  expect((await moveFrom(rows[0] as Row, { appointment_time: '22:00' }).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose' }] });
  expect(times(await all()).filter((time) => time.endsWith('10:00'))).toHaveLength(4);
  const alone = (await all()).find(({ series_id }) => series_id === null) as Row;
  await moveFrom(alone, { appointment_time: '15:00' }).expect(422);
  const other = await openPractice(test);
  await other.therapist.put(`/api/therapist/bookings/${rows[0]?.id}/following/status`, { status: 'cancelled' }).expect(404);
  // Two at once: the second finds that it was moved.
  const answers = await Promise.all([moveFrom(rows[0] as Row, { appointment_time: '11:00' }), moveFrom(rows[0] as Row, { appointment_time: '12:00' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('a time that the clock skips, or shows twice, is said before anything is saved, and one that is skipped is never made', async () => {
  // Sundays in New York: 02:30 of 14 March is skipped, 01:30 of 7 November is there twice.
  const said = async (query: object): Promise<[string | null, string | null][]> => ((await preview({ count: '2', ...query }).expect(200)).body as { obstacle: string | null; reason: string | null }[]).map(({ obstacle, reason }) => [obstacle, reason]);
  const [before, skipped] = await said({ first_date: '2027-03-07', appointment_time: '02:30' });
  expect([before?.[0], skipped]).toEqual(['not-bookable', ['impossible', 'The clocks change on that day and there is no 02:30.']]);
  const spring = { appointment_time: '02:30', dates: ['2027-03-07', '2027-03-14'], on_purpose: ['2027-03-07', '2027-03-14'] };
  expect((await make(spring).expect(409)).body).toMatchObject({ detail: expect.stringContaining('there is no 02:30') });
  const sentence = expect.stringContaining('it is 01:30 twice. The appointment would be at the first of them.') as string;
  expect((await said({ first_date: '2027-10-31', appointment_time: '01:30' }))[1]).toEqual(['not-bookable', sentence]);
  const autumn = { appointment_time: '01:30', dates: ['2027-10-31', '2027-11-07'] };
  expect((await make({ ...autumn, on_purpose: ['2027-10-31'] }).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose', message: sentence }] });
  expect(await all()).toEqual([]);
  expect((await made({ ...autumn, on_purpose: autumn.dates })).map(({ starts_at }) => starts_at)).toEqual(['2027-10-31T05:30:00.000Z', '2027-11-07T05:30:00.000Z']);
});

it('two of a series that would lie over each other because a night is shorter are refused in a sentence', async () => {
  const rows = await made({ appointment_time: '00:15', dates: ['2027-03-14', '2027-03-21'], on_purpose: ['2027-03-14', '2027-03-21'] });
  // By itself, onto the same night: an hour and a half of the wall later.
  await practice.therapist.put(`/api/therapist/bookings/${rows[1]?.id}/time`, { starts_at: rows[1]?.starts_at, appointment_date: '2027-03-14', appointment_time: '01:45', on_purpose: true }).expect(200);
  expect((await moveFrom(rows[0] as Row, { appointment_time: '01:30', on_purpose: true }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('1 of 2 appointments is not possible') });
  expect(times(await all())).toEqual(['2027-03-14 00:15', '2027-03-14 01:45']);
});

it('a therapist who changed zone moves by the clock that they have now', async () => {
  const rows = await made({ dates: weeks(3) });
  await test.database.query(`update therapist_profiles set timezone = 'Europe/Berlin' where therapist_id = $1`, [practice.therapist.id]);
  const inBerlin = DateTime.fromISO(rows[1]?.starts_at ?? '', { zone: 'Europe/Berlin' });
  const { body } = await moveFrom(rows[1] as Row, { appointment_date: inBerlin.toISODate(), appointment_time: '17:00', on_purpose: true }).expect(200);
  expect((body as (Row & { timezone: string })[]).map(({ appointment_time, timezone }) => [appointment_time, timezone])).toEqual([['17:00', 'Europe/Berlin'], ['17:00', 'Europe/Berlin']]);
  expect(ZONE).toBe('America/New_York');
});

it('tries that are refused are bounded as well: each held the practice up', async () => {
  const dates = ['2027-03-06', '2027-03-13'];
  for (let tries = 0; tries < 120; tries += 1) await make({ dates }).expect(422);
  const refused = await make({ dates }).expect(429);
  expect([refused.body.detail, Number(refused.headers['retry-after'])]).toEqual(['Series were made or changed very often. Please go on a little later.', expect.any(Number)]);
  await make().expect(429);
});

it('a practice has so many upcoming appointments: a series of more is refused whole, in a sentence', async () => {
  await made({ dates: weeks(52) });
  await made({ dates: weeks(52), appointment_time: '11:00' });
  const { body } = await make({ dates: weeks(17), appointment_time: '12:00' }).expect(422);
  expect((body as { detail: string }).detail).toBe('A practice has at most 120 upcoming appointments, and this would be more. Please cancel those that nobody needs.');
  await made({ dates: weeks(16), appointment_time: '12:00' });
  const one = { service_id: practice.serviceId, client_name: 'Kim Park', client_email: EMAIL, appointment_date: first, appointment_time: '14:00' };
  await practice.therapist.post('/api/therapist/bookings', one).expect(422);
});
