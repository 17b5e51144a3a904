import { randomUUID } from 'node:crypto';
import { statement } from '../../src/common/database/database';
import { Limit, Limits } from '../../src/common/limits/limits';
import { timeTaken } from '../../src/modules/bookings/messages';
import { connectCalendar, showCalendars, syncAccount } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const FREE_BUSY = '/freeBusy$';
const MOST_BOOKINGS = 100;

let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let account: string;
let day: string;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, BOOKING_LIMIT_PER_IP: String(MOST_BOOKINGS), BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  control().clearFaults();
  google.answerTokens(undefined);
  practice = await openPractice(test);
  account = practice.therapist.email;
  day = workday(test, 2);
  await connectCalendar(test, google, practice.therapist);
  await showCalendars(test, google, practice.therapist);
  await syncAccount(test, practice.therapist.id);
});

const control = (): GoogleStandIn['calendar']['control'] => google.calendar.control;
const add = (from: string, until: string, calendar?: string): string => String(control().addEvent({ account, title: 'Dentist', start: `${day}T${from}`, end: `${day}T${until}`, ...(calendar !== undefined && { calendar }) })['id']);
const take = (time: string): ReturnType<typeof book> => book(test, practice, { appointment_date: day, appointment_time: time });
/** Nobody has read the calendar for longer than what is known of it is believed. */
const fallBehind = (): void => test.clock.advance(16 * MINUTE_MS);
const questions = (): number => google.calendar.requests.filter(({ path }) => path === '/freeBusy').length;

const UNCHECKED = statement<{ unchecked: boolean }>('unchecked-of-booking', 'select unchecked_at is not null as unchecked from calendar_appointments where booking_id = $1');

async function isUnchecked({ body }: { body: object }): Promise<boolean | undefined> {
  const [row] = await test.database.query(UNCHECKED, [(body as { id: string }).id]);
  return row?.unchecked;
}

async function questionsDuring(run: () => PromiseLike<unknown>): Promise<number> {
  const before = questions();
  await run();
  return questions() - before;
}

it('nobody is asked while the calendar is in step, nor where there is none', async () => {
  const without = await openPractice(test);
  expect(await questionsDuring(() => take('09:00').expect(201))).toBe(0);
  fallBehind();
  expect(await questionsDuring(() => book(test, without).expect(201))).toBe(0);
});

it('a calendar that was not read for a quarter of an hour is asked for that very time: what is taken there is not booked', async () => {
  const hours = (await practice.therapist.get('/api/therapist/working-hours').expect(200)).body as Record<string, unknown>;
  delete hours['timezone'];
  await practice.therapist.put('/api/therapist/working-hours', { ...hours, buffer_before_minutes: 30 }).expect(200);
  fallBehind();
  add('11:00', '12:00');
  add('15:00', '16:00', 'Family');
  let refused: { body: object } | undefined;
  expect(await questionsDuring(async () => (refused = await take('10:00').expect(409)))).toBe(1);
  expect(refused?.body).toMatchObject({ detail: timeTaken });
  await take('11:00').expect(409);
  await take('12:00').expect(409);
  // One connection has so many answers a minute.
  test.clock.advance(MINUTE_MS);
  for (const time of ['09:30', '12:30', '15:00']) expect(await isUnchecked(await take(time).expect(201))).toBe(false);
});

// Before any other test leaves Google hanging.
it('while Google hangs few wait for it, and nobody for those', async () => {
  fallBehind();
  control().fault({ kind: 'hangAfter', path: FREE_BUSY, times: 100 });
  const asked = await questionsDuring(() => Promise.all(['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'].map((time) => take(time).expect(201))));
  expect(asked).toBe(4);
});

it('a stranger’s refused bookings do not use up what is asked for others', async () => {
  fallBehind();
  add('10:00', '12:00');
  const refuse = (): PromiseLike<unknown> => take('10:00').expect(409);
  for (let count = 0; count < 5; count += 1) expect(await questionsDuring(refuse)).toBe(1);
  // From there nobody can ask for a while; elsewhere it is known that the time is taken.
  const other = (time: string): ReturnType<typeof take> => take(time).set('X-Forwarded-For', '198.51.100.7');
  expect(await questionsDuring(async () => expect(await isUnchecked(await take('14:00').expect(201))).toBe(true))).toBe(0);
  expect(await questionsDuring(() => other('10:00').expect(409))).toBe(1);
  expect(await questionsDuring(async () => expect(await isUnchecked(await other('15:00').expect(201))).toBe(false))).toBe(1);
  test.clock.advance(MINUTE_MS);
  expect(await questionsDuring(refuse)).toBe(1);
});

it('who made as many bookings as one may is refused before anybody is asked; the same booking again gets its answer', async () => {
  fallBehind();
  const key = randomUUID();
  const again = (time: string, address: string): ReturnType<typeof take> => take(time).set('X-Forwarded-For', address).set('Idempotency-Key', key);
  const made = await again('10:00', '198.51.100.8').expect(201);
  const limit: Limit = { scope: 'booking-address', max: MOST_BOOKINGS, windowMs: 60 * MINUTE_MS };
  for (let count = 0; count < MOST_BOOKINGS; count += 1) await test.app.get(Limits).count(limit, '198.51.100.8');
  expect(await questionsDuring(() => take('14:00').set('X-Forwarded-For', '198.51.100.8').expect(429))).toBe(0);
  expect((await again('10:00', '198.51.100.8').expect(201)).body).toEqual(made.body);
});

it('an appointment moves over its own time, and not over what is taken there', async () => {
  const booked = await take('10:00').expect(201);
  await syncAccount(test, practice.therapist.id);
  // It stands at Google now, which cannot tell ours from others.
  expect(control().events({ account, from: test.clock.now().toISOString() })).toHaveLength(1);
  fallBehind();
  add('14:30', '15:00');
  const token = await manageToken(test, (booked.body as { id: string }).id);
  const move = (new_time: string): ReturnType<typeof practice.therapist.post> => practice.therapist.post('/api/bookings/manage/move', { token, new_date: day, new_time });
  await move('14:00').expect(409);
  expect(await questionsDuring(() => move('10:30').expect(200))).toBe(1);
  control().fault({ kind: 'hang', path: FREE_BUSY });
  await move('09:00').expect(200);
  expect(await isUnchecked(booked)).toBe(true);
});

it.each([
  ['hangs', () => control().fault({ kind: 'hang', path: FREE_BUSY })],
  ['fails', () => control().fault({ kind: 'backendError', path: FREE_BUSY })],
  ['asks for patience', () => control().fault({ kind: 'tooManyRequests', path: FREE_BUSY, retryAfterS: 60 })],
  ['breaks off', () => control().fault({ kind: 'cut', path: FREE_BUSY })],
  ['gives no access', () => { control().expireAccessTokens({ account }); google.answerTokens(() => undefined); }],
  ['does not know a calendar any more', () => control().deleteCalendar({ account, calendar: 'Family' })],
])('where Google %s the booking stands, and its therapist is told that nobody could ask', async (_, break_) => {
  const calendars = ((await practice.therapist.get('/api/therapist/calendar/status').expect(200)).body as { calendars: { id: string }[] }).calendars.map(({ id }) => id);
  await practice.therapist.put('/api/therapist/calendar/settings', { blocking: calendars, appointments: calendars[0], titles: 'plain', meet_links: false }).expect(200);
  await syncAccount(test, practice.therapist.id);
  fallBehind();
  break_();
  expect(await isUnchecked(await take('10:00').expect(201))).toBe(true);
});

it('Google is left alone where it does not allow to be asked, or asked to wait', async () => {
  control().fault({ kind: 'tooManyRequests', retryAfterS: 3_600 });
  test.clock.advance(6 * MINUTE_MS);
  await syncAccount(test, practice.therapist.id);
  fallBehind();
  expect(await questionsDuring(async () => expect(await isUnchecked(await take('10:00').expect(201))).toBe(true))).toBe(0);
  test.clock.advance(60 * MINUTE_MS);
  control().revokeGrant({ account });
  await syncAccount(test, practice.therapist.id);
  fallBehind();
  expect(await questionsDuring(async () => expect(await isUnchecked(await take('11:00').expect(201))).toBe(true))).toBe(0);
});
