import type { CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { TROUBLE } from '../../src/modules/calendar/messages';
import { AccountSync } from '../../src/modules/calendar/sync/account-sync.service';
import { blockedTimes, chooseCalendar, connectCalendar, showCalendars, syncAccount, tellOfChange } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** A person takes a part of their consent away at Google while their calendar is being brought into step. */
const EVENTS = 'https://www.googleapis.com/auth/calendar.events';
/** At a 403 Google's library renews the access and asks once more. */
const REPEATED = 1;
let google: GoogleStandIn;
let catcher: MailCatcher;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  [google, catcher] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: catcher.url });
});
afterAll(async () => {
  await test.close();
  await google.close();
  await catcher.close();
});
beforeEach(async () => {
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await showCalendars(test, google, practice.therapist);
  const { calendars } = await status();
  await chooseCalendar(practice.therapist, { blocking: calendars.map(({ id }) => id) });
  add('10:00');
  add('12:00', 'Family');
  await sync();
  expect(await blocked()).toHaveLength(2);
});
afterEach(() => google.onRequest(undefined));

const control = (): GoogleStandIn['calendar']['control'] => google.calendar.control;
const sync = (): Promise<void> => syncAccount(test, practice.therapist.id);
const blocked = (): Promise<string[]> => blockedTimes(test, practice.therapist.id);
const status = async (): Promise<CalendarStatusDto> => (await practice.therapist.get('/api/therapist/calendar/status').expect(200)).body as CalendarStatusDto;
const add = (time: string, calendar?: string): void =>
  void control().addEvent({ account, title: 'Dentist', start: `${workday(test, 3)}T${time}`, end: `${workday(test, 3)}T${time.replace(':00', ':30')}`, ...(calendar !== undefined && { calendar }) });

/** Events are written and read; before so many of those requests all is well. @returns how many came */
function loseScopeAt(turn: number): () => number {
  let count = 0;
  google.onRequest((_, path) => {
    if (!path.includes('/events')) return;
    count += 1;
    if (count === turn) control().withdrawScope({ account, scope: EVENTS });
  });
  return () => count;
}

async function told(): Promise<string[]> {
  const jobs = await test.database.query<{ payload: { therapist_id: string; trouble_id: string } }>(`select payload from outbox where job = 'send-calendar-trouble' and payload ->> 'therapist_id' = $1`, [practice.therapist.id]);
  catcher.mails.length = 0;
  for (const { payload } of jobs) await test.app.get(AccountSync).tell(payload);
  return catcher.mails.map(({ text = '' }) => text.replaceAll(/\s+/g, ' '));
}

it.each([
  ['an appointment is written', 1],
  ['the first calendar is read', 2],
  ['the second one is read, after the first was', 3],
])('while %s: the therapist is to connect again, once told; what was known blocks on, and Google is asked no more', async (_, turn) => {
  await book(test, practice, { appointment_date: workday(test, 4), appointment_time: '10:00', client_email: `${turn}@example.org` }).expect(201);
  add('14:00');
  add('16:00', 'Family');
  await tellOfChange(test, practice.therapist.id);
  const before = await blocked();
  const requests = loseScopeAt(turn);
  await sync();
  expect(requests()).toBe(turn + REPEATED);
  expect(await status()).toMatchObject({ connected: true, state: 'needs_reconnect', reason: 'scope', detail: TROUBLE.scope, missing_appointments: turn === 1 ? 1 : 0 });
  expect(await blocked()).toEqual(expect.arrayContaining(before));
  expect(await blocked()).toHaveLength(turn === 3 ? 3 : 2);
  await sync();
  await test.app.get(AccountSync).look();
  await sync();
  expect(requests()).toBe(turn + REPEATED);
  const mails = await told();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(TROUBLE.scope);
  google.onRequest(undefined);
  await connectCalendar(test, google, practice.therapist);
  await sync();
  expect(await status()).toMatchObject({ state: 'ok', reason: null, missing_appointments: 0 });
  expect(await blocked()).toHaveLength(4);
});

it('while the pages of one calendar are read: those that came are kept, and nothing else is lost', async () => {
  control().expireSyncTokens({ account });
  control().addEvents({ account, events: Array.from({ length: 2_600 }, (_, index) => ({ title: 'Busy', start: `${workday(test, 3)}T18:00`, end: `${workday(test, 3)}T18:${String((index % 50) + 10)}` })) });
  await tellOfChange(test, practice.therapist.id);
  const before = await blocked();
  // The old token is refused, the first page comes, and the second one does not.
  const requests = loseScopeAt(3);
  await sync();
  expect(requests()).toBe(3 + REPEATED);
  expect(await status()).toMatchObject({ state: 'needs_reconnect', reason: 'scope' });
  const after = await blocked();
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after.length).toBeGreaterThan(before.length);
});

it('of the list of calendars alone: those that are chosen go on both ways, in step', async () => {
  control().withdrawScope({ account, scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly' });
  await chooseCalendar(practice.therapist, { appointments: (await status()).calendars.find(({ is_primary }) => !is_primary)?.id ?? null });
  await practice.therapist.post('/api/therapist/calendar/refresh').expect(200);
  await book(test, practice, { appointment_date: workday(test, 4), appointment_time: '10:00', client_email: 'list@example.org' }).expect(201);
  add('14:00');
  add('16:00', 'Family');
  await sync();
  expect(await status()).toMatchObject({ state: 'ok', reason: null, may_list: false, calendar_name: 'Family', missing_appointments: 0 });
  expect(await blocked()).toHaveLength(4);
  expect(await told()).toEqual([]);
});
