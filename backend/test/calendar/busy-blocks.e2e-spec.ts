import { statement } from '../../src/common/database/database';
import type { CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { blockedTimes, connectCalendar, showCalendars, syncAccount } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { openPractice, Practice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const NOW = '2027-03-01T12:00:00Z';
const DAY_MS = 86_400_000;

let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp(google.environment);
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  test.clock.set(NOW);
  google.calendar.control.clearFaults();
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await showCalendars(test, google, practice.therapist);
});

const control = (): GoogleStandIn['calendar']['control'] => google.calendar.control;
const add = (start: string, end: string, more: object = {}, title = 'Dentist'): string => String(control().addEvent({ account, title, start, end, more: { ...more } })['id']);
const sync = (): Promise<void> => syncAccount(test, practice.therapist.id);
const blocked = (): Promise<string[]> => blockedTimes(test, practice.therapist.id);
const me = (responseStatus: string): object => ({ attendees: [{ email: account, self: true, responseStatus }] });
const status = async (): Promise<CalendarStatusDto> => (await practice.therapist.get('/api/therapist/calendar/status').expect(200)).body as CalendarStatusDto;

/** The pages of events that Google was asked for meanwhile. */
async function asked(during: () => Promise<void>): Promise<Record<string, string>[]> {
  const before = google.calendar.requests.length;
  await during();
  return google.calendar.requests.slice(before).filter(({ method, path }) => method === 'GET' && path.endsWith('/events')).map(({ query }) => query);
}

/** What stood still for so long is looked at again. */
async function syncLater(minutes = 6): Promise<void> {
  test.clock.advance(minutes * 60_000);
  await sync();
}

async function freeOn(date: string): Promise<string[]> {
  const { body } = await practice.therapist.get(`/api/public/therapist/${practice.therapist.id}/availability?service_id=${practice.serviceId}&from=${date}&to=${date}`).expect(200);
  return (body as { days: { times: string[] }[] }).days[0]?.times ?? [];
}

it('what takes time at Google blocks it, by the calendar’s clock; what does not is let pass, and of each nothing but its times is kept', async () => {
  add('2027-03-02T10:00', '2027-03-02T11:30');
  add('2027-03-03T10:00', '2027-03-03T11:00', { status: 'tentative', ...me('needsAction') });
  add('2027-03-04', '2027-03-05');
  add('2027-03-14', '2027-03-14', { eventType: 'outOfOffice' });
  add('2027-03-16T10:00', '2027-03-16T11:00', { transparency: 'transparent' });
  add('2027-03-17T10:00', '2027-03-17T11:00', me('declined'));
  add('2027-03-18', '2027-03-18', { eventType: 'workingLocation' });
  add('2027-03-09T14:00', '2027-03-09T15:00', { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });
  control().addEvent({ account, calendar: 'Family', title: 'Not chosen', start: '2027-03-19T10:00', end: '2027-03-19T11:00' });
  await sync();
  expect(await blocked()).toEqual([
    '2027-03-02T15:00 – 2027-03-02T16:30',
    '2027-03-03T15:00 – 2027-03-03T16:00',
    '2027-03-04T05:00 – 2027-03-06T05:00',
    '2027-03-09T19:00 – 2027-03-09T20:00',
    // The night in which the clock goes forward: a day of 23 hours, and the series keeps its hour on the wall.
    '2027-03-14T05:00 – 2027-03-15T04:00',
    '2027-03-16T18:00 – 2027-03-16T19:00',
  ]);
  const times = await freeOn('2027-03-02');
  expect(times).toContain('09:00');
  expect(times).toContain('11:30');
  for (const time of ['09:30', '10:00', '11:00']) expect(times).not.toContain(time);
  expect(await freeOn('2027-03-04')).toEqual([]);
  expect(await status()).toMatchObject({ state: 'ok', busy_blocks: 6 });
});

const ROWS = statement<{ row: string }>('busy-rows-as-text', 'select to_json(b)::text as row from busy_blocks b where therapist_id = $1');

it('keeps no title, no place, no guest and no id of Google’s', async () => {
  const id = add('2027-03-02T10:00', '2027-03-02T11:30', { location: 'Tooth Street', attendees: [{ email: 'guest@example.org' }] }, 'Root canal');
  await sync();
  const [{ row = '' } = {}, ...others] = await test.database.query(ROWS, [practice.therapist.id]);
  expect(others).toEqual([]);
  for (const secret of [id, 'Root', 'Tooth', 'guest', account]) expect(row).not.toContain(secret);
  expect(Object.keys(JSON.parse(row) as object).sort()).toEqual(['ends_at', 'event_key', 'id', 'origin_id', 'source', 'starts_at', 'therapist_id']);
});

it('asks what changed and nothing else: moved, cancelled, declined, freed, taken again, and single ones of a series', async () => {
  const [moved, cancelled, declined, freed] = ['02', '03', '04', '05'].map((day) => add(`2027-03-${day}T10:00`, `2027-03-${day}T11:00`)) as [string, string, string, string];
  const series = add('2027-03-09T14:00', '2027-03-09T15:00', { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] });
  expect(await asked(sync)).toMatchObject([{ timeMin: expect.any(String) }]);
  expect(await blocked()).toHaveLength(7);
  control().moveEvent({ account, id: moved, start: '2027-03-12T10:00', end: '2027-03-13T10:00' });
  control().deleteEvent({ account, id: cancelled });
  control().patchEvent({ account, id: declined, patch: me('declined') as never });
  control().patchEvent({ account, id: freed, patch: { transparency: 'transparent' } });
  const [, second, third] = control().events({ account, from: '2027-03-09T00:00:00Z' }).filter(({ recurringEventId }) => recurringEventId === series);
  control().moveEvent({ account, id: String(second?.['id']), start: '2027-03-10T18:00', end: '2027-03-10T19:00' });
  control().deleteEvent({ account, id: String(third?.['id']) });
  const queries = await asked(() => syncLater());
  expect(queries).toEqual([expect.objectContaining({ syncToken: expect.any(String) })]);
  expect(queries[0]).not.toHaveProperty('timeMin');
  expect(await blocked()).toEqual(['2027-03-09T19:00 – 2027-03-09T20:00', '2027-03-10T23:00 – 2027-03-11T00:00', '2027-03-12T15:00 – 2027-03-13T15:00']);
  control().patchEvent({ account, id: freed, patch: { transparency: 'opaque' } });
  control().deleteEvent({ account, id: series });
  await syncLater();
  expect(await blocked()).toEqual(['2027-03-05T15:00 – 2027-03-05T16:00', '2027-03-12T15:00 – 2027-03-13T15:00']);
});

it('a token that Google does not know any more: all is read anew, and what went meanwhile is gone', async () => {
  const [gone] = [add('2027-03-02T10:00', '2027-03-02T11:00'), add('2027-03-03T10:00', '2027-03-03T11:00')];
  await sync();
  control().deleteEvent({ account, id: gone });
  add('2027-03-04T10:00', '2027-03-04T11:00');
  control().expireSyncTokens({ account });
  expect(await asked(() => syncLater())).toHaveLength(2);
  expect(await blocked()).toEqual(['2027-03-03T15:00 – 2027-03-03T16:00', '2027-03-04T15:00 – 2027-03-04T16:00']);
  expect(await status()).toMatchObject({ state: 'ok' });
  expect(await asked(() => syncLater())).toHaveLength(1);
});

it('a calendar that moves to another zone: its whole days do, too; and after a week all is read anew, for the days to come are others', async () => {
  add('2027-03-04', '2027-03-04');
  await sync();
  control().changeCalendar({ account, timeZone: 'Europe/Berlin' });
  await syncLater();
  expect(await blocked()).toEqual(['2027-03-03T23:00 – 2027-03-04T23:00']);
  expect((await asked(() => syncLater()))[0]).toHaveProperty('syncToken');
  test.clock.advance(7 * DAY_MS);
  const [anew] = await asked(sync);
  expect(Date.parse(anew?.['timeMax'] ?? '') - test.clock.now().getTime()).toBeGreaterThan(399 * DAY_MS);
});

it('what is cut off halfway leaves nothing free that was taken, and the next look completes it', async () => {
  const kept = add('2027-03-02T10:00', '2027-03-02T11:00');
  const gone = add('2027-03-03T10:00', '2027-03-03T11:00');
  await sync();
  control().deleteEvent({ account, id: gone });
  control().addEvents({ account, events: Array.from({ length: 2_600 }, (_, hour) => ({ title: 'Busy', start: new Date(Date.parse('2027-04-01T00:00:00Z') + hour * 3_600_000).toISOString(), end: new Date(Date.parse('2027-04-01T00:30:00Z') + hour * 3_600_000).toISOString() })) });
  control().expireSyncTokens({ account });
  // The question with the lost token, the first page of everything; then a page breaks off.
  control().fault({ kind: 'delay', ms: 1, times: 2 });
  control().fault({ kind: 'cut' });
  await syncLater();
  expect((await blocked()).slice(0, 2)).toEqual(['2027-03-02T15:00 – 2027-03-02T16:00', '2027-03-03T15:00 – 2027-03-03T16:00']);
  expect((await status()).last_synced_at).not.toBeNull();
  await syncLater();
  const all = await blocked();
  expect(all).toHaveLength(2_601);
  expect(all[0]).toBe('2027-03-02T15:00 – 2027-03-02T16:00');
  expect(all[1]).toMatch(/^2027-04-01/);
  expect(kept).toBeTruthy();
});

it.each(['tooManyRequests', 'rateLimitExceeded', 'backendError', 'resetBefore', 'resetAfter', 'cut'] as const)('%s: what is known stays, and the next look completes it', async (kind) => {
  add('2027-03-02T10:00', '2027-03-02T11:00');
  await sync();
  add('2027-03-03T10:00', '2027-03-03T11:00');
  // What is refused is asked once more at once, with a new access token: it may have been that.
  control().fault({ kind, times: kind === 'rateLimitExceeded' ? 2 : 1 });
  await syncLater();
  expect(await blocked()).toEqual(['2027-03-02T15:00 – 2027-03-02T16:00']);
  await syncLater();
  expect(await blocked()).toEqual(['2027-03-02T15:00 – 2027-03-02T16:00', '2027-03-03T15:00 – 2027-03-03T16:00']);
  expect(await status()).toMatchObject({ state: 'ok' });
});

it('a calendar that was deleted at Google blocks nothing any more; where it took appointments its therapist is told', async () => {
  const [main, family] = (await status()).calendars;
  await practice.therapist.put('/api/therapist/calendar/settings', { blocking: [main?.id, family?.id], appointments: family?.id, titles: 'plain', meet_links: false }).expect(200);
  add('2027-03-02T10:00', '2027-03-02T11:00');
  control().addEvent({ account, calendar: 'Family', title: 'Party', start: '2027-03-03T10:00', end: '2027-03-03T11:00' });
  await sync();
  expect(await blocked()).toHaveLength(2);
  control().deleteCalendar({ account, calendar: 'Family' });
  await syncLater();
  expect(await blocked()).toEqual(['2027-03-02T15:00 – 2027-03-02T16:00']);
  expect(await status()).toMatchObject({ state: 'needs_reconnect', reason: 'target_gone', busy_blocks: 1 });
  add('2027-03-04T10:00', '2027-03-04T11:00');
  await syncLater();
  expect(await blocked()).toHaveLength(2);
});

it('other calendars are chosen: what the earlier ones blocked is free, and those chosen anew are read whole', async () => {
  const [main, family] = (await status()).calendars;
  add('2027-03-02T10:00', '2027-03-02T11:00');
  control().addEvent({ account, calendar: 'Family', title: 'Party', start: '2027-03-03T10:00', end: '2027-03-03T11:00' });
  await sync();
  const choose = (blocking: unknown[]): Promise<unknown> => practice.therapist.put('/api/therapist/calendar/settings', { blocking, appointments: main?.id, titles: 'plain', meet_links: false }).expect(200);
  await choose([family?.id]);
  expect(await blocked()).toEqual([]);
  await sync();
  expect(await blocked()).toEqual(['2027-03-03T15:00 – 2027-03-03T16:00']);
  await choose([main?.id, family?.id]);
  await sync();
  expect(await blocked()).toHaveLength(2);
  await practice.therapist.delete('/api/therapist/calendar/disconnect').expect(200);
  expect(await blocked()).toEqual([]);
});

it('of more than ten thousand times the nearest are kept; from there on nothing can be booked, the status says so, and fewer are all known again within an hour', async () => {
  const first = Date.parse('2027-03-02T00:00:00Z');
  const at = (minutes: number): string => new Date(first + minutes * 60_000).toISOString();
  const events = Array.from({ length: 10_200 }, (_, index) => ({ title: 'Busy', start: at(index * 30), end: at(index * 30 + 10) }));
  const ids = control().addEvents({ account, events }).map((event) => String(event['id']));
  expect(await status()).toMatchObject({ busy_known_until: null });
  await sync();
  const cut = at(10_000 * 30);
  expect(await status()).toMatchObject({ state: 'ok', busy_blocks: 10_000, busy_known_until: cut });
  const { body: hours } = await practice.therapist.get('/api/therapist/working-hours').expect(200);
  await practice.therapist.put('/api/therapist/working-hours', { ...(hours as object), timezone: undefined, horizon_days: 365 }).expect(200);
  expect(await freeOn('2027-12-06')).toEqual([]);

  // What is told of meanwhile finds its place among the nearest.
  for (const id of ids.slice(0, 5_000)) control().deleteEvent({ account, id });
  await syncLater();
  expect(await status()).toMatchObject({ busy_blocks: 5_000, busy_known_until: cut });
  // In steps that a session outlives.
  for (let step = 0; step < 3; step += 1) {
    await syncLater(21);
    await status();
  }
  expect(await status()).toMatchObject({ busy_blocks: 5_200, busy_known_until: null });
  expect((await freeOn('2027-12-06')).length).toBeGreaterThan(0);
});
