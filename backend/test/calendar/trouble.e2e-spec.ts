import type { ServerResponse } from 'node:http';
import type { FaultKind } from '../../../docker/local/src/google/calendar/calendar-faults';
import type { CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { AccountSync } from '../../src/modules/calendar/sync/account-sync.service';
import { blockedTimes, connectCalendar, syncAccount, tellOfChange } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** What goes wrong at Google: it is waited for, told of once, and made good. */
const MINUTE = 60_000;
let google: GoogleStandIn;
let catcher: MailCatcher;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  [google, catcher] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(async () => {
  await test.close();
  await google.close();
  await catcher.close();
});
beforeEach(async () => {
  test.clock.set(new Date().toISOString());
  control().clearFaults();
  control().clock({ offsetMs: 0 });
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await sync();
  catcher.mails.length = 0;
});

interface Shown {
  id: string;
  start: { dateTime: string };
}

const control = (): GoogleStandIn['calendar']['control'] => google.calendar.control;
const sync = (): Promise<void> => syncAccount(test, practice.therapist.id);
const events = (): Shown[] => (control().events({ account }) as unknown as (Shown & { extendedProperties?: object })[]).filter(({ extendedProperties }) => extendedProperties !== undefined);
const when = (): string[] => events().map(({ start }) => new Date(start.dateTime).toISOString()).sort();
const blocked = (): Promise<string[]> => blockedTimes(test, practice.therapist.id);
const add = (time: string, day = 4): string => String(control().addEvent({ account, title: 'Dentist', start: `${workday(test, day)}T${time}`, end: `${workday(test, day)}T${time.replace(':00', ':30')}` })['id']);
const bookAt = async (time: string): Promise<string> => ((await book(test, practice, { appointment_date: workday(test, 3), appointment_time: time, client_email: `${Date.now()}${time.replace(':', '')}@example.org` }).expect(201)).body as { id: string }).id;
const startOf = async (id: string): Promise<string> => (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]))[0]?.starts_at.toISOString() ?? '';
const move = async (id: string, time: string) =>
  practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: await startOf(id), appointment_date: workday(test, 3), appointment_time: time }).expect(200);
const cancel = (id: string) => practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
/** Sessions do not last for hours. */
const status = async (): Promise<CalendarStatusDto> => {
  Object.assign(practice.therapist, await signInAnew(test, practice.therapist));
  return (await practice.therapist.get('/api/therapist/calendar/status').expect(200)).body as CalendarStatusDto;
};
const troubles = async (): Promise<[string, string][]> =>
  ((await practice.therapist.get('/api/therapist/calendar/appointments').expect(200)).body as { booking_id: string; trouble: string }[]).map(({ booking_id, trouble }): [string, string] => [booking_id, trouble]).sort();

async function requestsDuring(run: () => Promise<void>): Promise<number> {
  const before = google.calendar.requests.length;
  await run();
  return google.calendar.requests.length - before;
}

/** How long the account is left alone from now on, in seconds. */
async function wait(): Promise<number> {
  const [row] = await test.database.query<{ not_before: Date | null }>('select not_before from calendar_connections where therapist_id = $1', [practice.therapist.id]);
  return Math.round(((row?.not_before?.getTime() ?? 0) - test.clock.now().getTime()) / 1_000);
}

/** Delivers what the therapist is to be told. @returns the mails that came of it */
async function told(): Promise<string[]> {
  const jobs = await test.database.query<{ payload: { therapist_id: string; trouble_id: string } }>(`select payload from outbox where job = 'send-calendar-trouble' and payload ->> 'therapist_id' = $1`, [practice.therapist.id]);
  catcher.mails.length = 0;
  for (const { payload } of jobs) await test.app.get(AccountSync).tell(payload);
  return catcher.mails.map(({ subject, text }) => `${subject}\n${text}`);
}

it.each<[FaultKind, number | undefined, number]>([
  ['tooManyRequests', 700, 700],
  ['rateLimitExceeded', 700, 700],
  ['rateLimitExceeded', undefined, 30],
  ['userRateLimitExceeded', undefined, 30],
  ['quotaExceeded', undefined, 30],
])('%s, to be asked again in %s s: Google is left alone for %i s, which is no trouble, and then all is brought in', async (kind, retryAfterS, seconds) => {
  add('10:00');
  await tellOfChange(test, practice.therapist.id);
  control().fault({ kind, times: 2, ...(retryAfterS !== undefined && { retryAfterS }) });
  await sync();
  control().clearFaults();
  expect(Math.abs((await wait()) - seconds)).toBeLessThanOrEqual(1);
  expect(await status()).toMatchObject({ state: 'paused', reason: 'asked_to_wait' });
  test.clock.advance((seconds - 5) * 1_000);
  expect(await requestsDuring(sync)).toBe(0);
  test.clock.advance(6_000);
  await sync();
  expect(await blocked()).toHaveLength(1);
  expect(await status()).toMatchObject({ state: 'ok', reason: null });
  expect(await told()).toEqual([]);
});

it('three failures, each waited for longer, are told of once; what is known blocks on, what waits is shown as missing, and it mends by itself', async () => {
  add('10:00');
  await tellOfChange(test, practice.therapist.id);
  await sync();
  const id = await bookAt('10:00');
  control().fault({ kind: 'backendError', times: 1_000 });
  const waits: number[] = [];
  const states: unknown[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await sync();
    waits.push(await wait());
    states.push((await status()).state);
    test.clock.advance((waits.at(-1) ?? 0) * 1_000 + 1_000);
  }
  expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 60, 120, 240, 300, 300]);
  expect(states).toEqual(['ok', 'ok', 'needs_reconnect', 'needs_reconnect', 'needs_reconnect', 'needs_reconnect']);
  expect(await status()).toMatchObject({ reason: 'failing', busy_blocks: 1, missing_appointments: 1 });
  expect(await troubles()).toEqual([[id, 'missing']]);
  const mails = await told();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Your Google Calendar is out of step');
  expect(mails[0]).not.toMatch(/Nadia|Dentist|10:00/);
  control().clearFaults();
  await sync();
  expect(await status()).toMatchObject({ state: 'ok', reason: null, missing_appointments: 0 });
  expect([when(), await troubles()]).toEqual([[await startOf(id)], []]);
  // It was mended before the mail went.
  expect(await told()).toEqual([]);
});

it('a consent that was taken back is told of at once, and Google is asked no more; connected again, all that came meanwhile is caught up', async () => {
  const [kept, moved, gone] = [await bookAt('09:00'), await bookAt('11:00'), await bookAt('13:00')];
  const freed = add('10:00');
  await tellOfChange(test, practice.therapist.id);
  await sync();
  expect(events()).toHaveLength(3);
  control().revokeGrant({ account });
  await tellOfChange(test, practice.therapist.id);
  await sync();
  expect(await status()).toMatchObject({ state: 'needs_reconnect', reason: 'revoked', busy_blocks: 1 });
  const mails = await told();
  expect(mails).toHaveLength(1);
  const made = await bookAt('15:00');
  await move(moved, '16:30');
  await cancel(gone);
  control().deleteEvent({ account, id: freed });
  add('14:00');
  test.clock.advance(6 * MINUTE);
  expect(await requestsDuring(sync)).toBe(0);
  await status();
  expect((await troubles()).filter(([, trouble]) => trouble === 'missing').map(([id]) => id)).toEqual([made, moved].sort());
  expect(await blocked()).toEqual([expect.stringMatching(/T1[45]:00 – /)]);
  await connectCalendar(test, google, practice.therapist);
  await sync();
  expect(when()).toEqual((await Promise.all([kept, moved, made].map(startOf))).sort());
  expect(await blocked()).toEqual([expect.stringMatching(/T1[89]:00 – /)]);
  expect(await status()).toMatchObject({ state: 'ok', reason: null, missing_appointments: 0 });
  expect((await troubles()).filter(([, trouble]) => trouble === 'missing')).toEqual([]);
});

it.each([-10, 10])('with clocks %i minutes apart everything is brought into step all the same', async (minutes) => {
  control().clock({ offsetMs: minutes * MINUTE });
  control().fault({ kind: 'dateOff', minutes, times: 1_000 });
  // Its end was told by the other clock.
  control().expireAccessTokens({ account });
  const id = await bookAt('10:00');
  const event = add('10:00');
  await tellOfChange(test, practice.therapist.id);
  await sync();
  expect([when(), (await blocked()).length]).toEqual([[await startOf(id)], 1]);
  await move(id, '14:00');
  control().deleteEvent({ account, id: event });
  await tellOfChange(test, practice.therapist.id);
  await sync();
  expect([when(), await blocked()]).toEqual([[await startOf(id)], []]);
  expect(await status()).toMatchObject({ state: 'ok' });
});

it('what Google does and never answers is given up after a while, and found there the next time', async () => {
  const id = await bookAt('10:00');
  control().fault({ kind: 'hangAfter', method: 'POST', path: '/events$' });
  await sync();
  expect(events()).toHaveLength(1);
  add('10:00');
  test.clock.advance(6 * MINUTE);
  control().fault({ kind: 'hang', method: 'GET', path: '/events$' });
  await sync();
  expect(await blocked()).toEqual([]);
  test.clock.advance(6 * MINUTE);
  await sync();
  expect([when(), (await blocked()).length, (await status()).state]).toEqual([[await startOf(id)], 1, 'ok']);
});

it.each([
  ['hangs up', (response: ServerResponse) => response.destroy()],
  ['has trouble of its own', (response: ServerResponse) => response.writeHead(503).end()],
])('a token that Google %s about is asked for once: whoever waits for it waits no longer than for one answer', async (_, answer) => {
  let asked = 0;
  control().expireAccessTokens({ account });
  google.answerTokens((response) => {
    asked += 1;
    answer(response);
  });
  await tellOfChange(test, practice.therapist.id);
  await sync();
  google.answerTokens(undefined);
  expect([asked, await wait()]).toEqual([1, 30]);
});
