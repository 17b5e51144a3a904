import * as supertest from 'supertest';
import { statement } from '../../src/common/database/database';
import type { CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { AccountSync } from '../../src/modules/calendar/sync/account-sync.service';
import { blockedTimes, connectCalendar, showCalendars, syncAccount } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { openPractice, Practice } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PUSHES = '/api/calendar-pushes';
const WATCH = '/events/watch$';

let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, GOOGLE_DEMO: 'true' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  goTo('2027-03-01T12:00:00Z');
  control().clearFaults();
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await sync();
  takePushes();
});

type GoogleChannel = ReturnType<GoogleStandIn['calendar']['control']['channels']>[number];

const control = (): GoogleStandIn['calendar']['control'] => google.calendar.control;
const sync = (): Promise<void> => syncAccount(test, practice.therapist.id);
const blocked = (): Promise<string[]> => blockedTimes(test, practice.therapist.id);
const channels = (): GoogleChannel[] => control().channels({ account });
const add = (start: string, end: string): void => void control().addEvent({ account, title: 'Dentist', start, end });
const status = async (): Promise<CalendarStatusDto> => (await practice.therapist.get('/api/therapist/calendar/status').expect(200)).body as CalendarStatusDto;

/** Both clocks. */
function goTo(instant: string): void {
  test.clock.set(instant);
  control().clock({ offsetMs: test.clock.now().getTime() - Date.now() });
}

function pass(ms: number): void {
  goTo(new Date(test.clock.now().getTime() + ms).toISOString());
}

/** From now on Google reaches the application, whatever port this one has. */
function takePushes(): void {
  const { port } = test.app.getHttpServer().address() as { port: number };
  for (const channel of channels()) channel.address = `http://127.0.0.1:${port}${PUSHES}`;
}

const SOURCE = statement<{ changed: boolean; channel_id: string | null; secret: string | null }>('pushed-source', `select changed_at is not null as changed, channel_id::text, encode(channel_secret_hash, 'hex') as secret
         from calendar_sources where therapist_id = $1 order by is_primary desc limit 1`);
const JOBS = statement<{ jobs: number }>('jobs-of-therapist', `select count(*)::int as jobs from outbox where job = $2 and payload->>'therapist_id' = $1`);

const source = async (): Promise<{ changed: boolean; channel_id: string | null; secret: string | null } | undefined> => (await test.database.query(SOURCE, [practice.therapist.id]))[0];
const jobs = async (name = 'sync-calendar'): Promise<number> => (await test.database.query(JOBS, [practice.therapist.id, name]))[0]?.jobs ?? 0;

/** What Google sends, with what is told otherwise. */
function push(headers: Record<string, string | undefined> = {}): supertest.Test {
  const [channel] = channels();
  const all = { 'x-goog-channel-id': channel?.id, 'x-goog-channel-token': channel?.token, 'x-goog-resource-id': channel?.resourceId, 'x-goog-resource-state': 'exists', ...headers };
  return Object.entries(all).reduce((request, [name, value]) => (value === undefined ? request : request.set(name, value)), supertest.default(test.app.getHttpServer()).post(PUSHES));
}

it('Google is asked to tell of changes, under a secret that is not kept; one that it tells of is read, however often and in whatever order it does', async () => {
  const [channel, ...others] = channels();
  expect(others).toEqual([]);
  const { secret, changed } = (await source()) ?? {};
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(secret).not.toContain(Buffer.from(channel?.token ?? '').toString('hex'));
  // What came before anybody told of it is looked for once.
  expect(changed).toBe(true);
  await sync();
  expect(await source()).toMatchObject({ changed: false });
  const before = await jobs();
  control().faultPushes({ kind: 'duplicate', times: 3 });
  control().faultPushes({ kind: 'reorder' });
  for (const day of ['02', '03', '04', '05', '08']) {
    add(`2027-03-${day}T10:00`, `2027-03-${day}T11:00`);
    await google.calendar.channels.settled();
  }
  expect(control().pushes().filter(({ channel: id, status: answered }) => id === channel?.id && answered === 204).length).toBeGreaterThanOrEqual(5);
  expect(await jobs()).toBe(before + 1);
  await sync();
  expect(await blocked()).toHaveLength(5);
  expect(await source()).toMatchObject({ changed: false });
});

it('what Google tells of while the calendar is read is read after that', async () => {
  await sync();
  add('2027-03-02T10:00', '2027-03-02T11:00');
  await google.calendar.channels.settled();
  // The answer is ready, and on its way for a while.
  control().fault({ kind: 'delay', ms: 400, path: '/events$' });
  const reading = sync();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await push().expect(204);
  await reading;
  expect(await source()).toMatchObject({ changed: true });
  expect(await blocked()).toHaveLength(1);
});

it('strangers are answered at once and change nothing; many of them are told to wait, and keep nobody else from there out', async () => {
  await sync();
  const before = await jobs();
  await push({ 'x-goog-resource-state': 'sync' }).expect(204);
  for (const wrong of [
    { 'x-goog-channel-token': 'x'.repeat(43) },
    { 'x-goog-channel-token': undefined },
    { 'x-goog-resource-id': 'another' },
    { 'x-goog-resource-id': undefined },
    { 'x-goog-channel-id': '0198f2f0-0000-7000-8000-000000000000' },
    { 'x-goog-channel-id': "1' or '1'='1" },
    { 'x-goog-channel-id': undefined },
  ]) await push(wrong).expect(404);
  expect(await source()).toMatchObject({ changed: false });
  expect(await jobs()).toBe(before);
  const answers = [];
  for (let count = 0; count < 60; count += 1) answers.push((await push({ 'x-goog-channel-token': 'y' })).status);
  expect(answers.slice(0, 53)).toEqual(Array(53).fill(404));
  expect(answers.slice(53)).toEqual(Array(7).fill(429));
  for (const wrong of [{ 'x-goog-channel-id': undefined }, { 'x-goog-channel-id': '0198f2f0-0000-7000-8000-000000000000' }]) {
    const { headers } = await push(wrong).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  // Google's servers share addresses.
  await push().expect(204);
  expect(await source()).toMatchObject({ changed: true });
  pass(11 * 60_000);
  await push({ 'x-goog-channel-token': 'y' }).expect(404);
});

it('is renewed before it ends, the new one first; and ends with the choice of its calendar and with the connection', async () => {
  const [first] = channels();
  pass(5 * DAY_MS);
  await sync();
  expect(channels().map(({ id }) => id)).toEqual([first?.id]);
  pass(DAY_MS + HOUR_MS);
  await sync();
  const [second, ...others] = channels();
  expect(others).toEqual([]);
  expect(second?.id).not.toBe(first?.id);
  expect(await source()).toMatchObject({ channel_id: second?.id });
  await push({ 'x-goog-channel-id': first?.id, 'x-goog-channel-token': first?.token }).expect(404);
  Object.assign(practice.therapist, await signInAnew(test, practice.therapist));
  await showCalendars(test, google, practice.therapist);
  const [main, family] = (await status()).calendars;
  const choose = (id: string | undefined): supertest.Test => practice.therapist.put('/api/therapist/calendar/settings', { blocking: [id], appointments: id, titles: 'plain', meet_links: false });
  await choose(family?.id).expect(200);
  await sync();
  expect(await source()).toMatchObject({ channel_id: null });
  expect(channels().map(({ calendarId }) => calendarId)).not.toContain(second?.calendarId);
  expect(channels()).toHaveLength(1);
  await choose(main?.id).expect(200);
  await sync();
  expect(channels()).toHaveLength(1);
  await practice.therapist.delete('/api/therapist/calendar/disconnect').expect(200);
  expect(channels()).toEqual([]);
});

it('another account in its place: Google tells of the one before no more, even where its consent outlives it', async () => {
  expect(channels()).toHaveLength(1);
  control().fault({ kind: 'backendError', path: '/dev/google/revoke', times: 10 });
  await connectCalendar(test, google, practice.therapist, `other-${account}`);
  expect(channels()).toEqual([]);
  await sync();
  expect(control().channels({ account: `other-${account}` })).toHaveLength(1);
  control().fault({ kind: 'backendError', path: '/channels/stop$', times: 10 });
  await connectCalendar(test, google, practice.therapist);
  expect(await status()).toMatchObject({ connected: true, account });
});

it('where Google does not tell, the calendar is looked at; one that told and does not any more is trouble, told of once', async () => {
  pass(6 * DAY_MS + HOUR_MS);
  control().fault({ kind: 'backendError', times: 1_000, path: WATCH });
  await sync();
  add('2027-03-09T10:00', '2027-03-09T11:00');
  pass(23 * HOUR_MS + 5 * 60_000);
  await sync();
  expect(await statusNow()).toMatchObject({ state: 'ok' });
  for (let look = 0; look < 4; look += 1) {
    pass(6 * 60_000);
    await sync();
  }
  expect(await statusNow()).toMatchObject({ state: 'needs_reconnect', reason: 'channel', busy_blocks: 1 });
  expect(await jobs('send-calendar-trouble')).toBe(1);
  control().clearFaults();
  pass(6 * 60_000);
  await sync();
  expect(await statusNow()).toMatchObject({ state: 'ok', reason: null });
  expect(channels().filter(({ expiresAt }) => expiresAt > test.clock.now().getTime())).toHaveLength(1);
});

/** Sessions do not last for days. */
async function statusNow(): Promise<CalendarStatusDto> {
  Object.assign(practice.therapist, await signInAnew(test, practice.therapist));
  return status();
}

it('many calendars begin to tell in several turns, and how often they are chosen is bounded: others come in between', async () => {
  for (let number = 0; number < 6; number += 1) control().addCalendar({ account, summary: `Team ${number}` });
  await showCalendars(test, google, practice.therapist);
  await sync();
  const { calendars, titles } = await status();
  const choose = (blocking: string[]): supertest.Test => practice.therapist.put('/api/therapist/calendar/settings', { blocking, appointments: null, titles: titles ?? 'none', meet_links: false });
  await choose(calendars.map(({ id }) => id)).expect(200);
  const asked = async (run: () => Promise<void>): Promise<number> => {
    const before = google.calendar.requests.length;
    await run();
    return google.calendar.requests.slice(before).filter(({ path }) => /\/events(\/watch)?$|\/channels\/stop$/.test(path)).length;
  };
  const goOn = (): Promise<void> => test.app.get(AccountSync).sync({ therapist_id: practice.therapist.id, goes_on: true });
  const turns = [await asked(() => test.app.get(AccountSync).sync({ therapist_id: practice.therapist.id }))];
  while (channels().length < 7) turns.push(await asked(goOn));
  expect(Math.max(...turns)).toBeLessThanOrEqual(4);
  await sync();
  await choose([]).expect(200);
  turns.splice(0, turns.length, await asked(() => test.app.get(AccountSync).sync({ therapist_id: practice.therapist.id })));
  while (channels().length > 0) turns.push(await asked(goOn));
  expect(Math.max(...turns)).toBeLessThanOrEqual(4);
  for (let often = 2; often < 60; often += 1) await choose([]).expect(200);
  expect((await choose([]).expect(429)).body.detail).toBe('The calendars were chosen very often. Please try again in an hour.');
});
