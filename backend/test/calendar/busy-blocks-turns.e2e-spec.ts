import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { MOST_BLOCKS } from '../../src/modules/scheduling/busy-blocks/busy-blocks.service';
import { AccountSync } from '../../src/modules/calendar/sync/account-sync.service';
import { syncCalendar } from '../../src/modules/calendar/sync/sync.jobs';
import { chooseCalendar, connectCalendar, showCalendars, syncAccount as syncToTheEnd } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, openPractice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** A calendar that takes long to read takes no other account's turn. */
const NOW = '2027-03-01T12:00:00Z';
const TEN_MINUTES_MS = 10 * 60_000;

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp(google.environment);
});
afterAll(async () => {
  await test.close();
  await google.close();
});

/** The pages of events that Google was asked for meanwhile: of which calendar, and whether it was its first. */
async function asked(during: () => Promise<void>): Promise<Record<string, string>[]> {
  const before = google.calendar.requests.length;
  await during();
  return google.calendar.requests.slice(before).filter(({ method, path }) => method === 'GET' && path.endsWith('/events')).map(({ query }) => query);
}

it('a calendar of many pages is read in several turns: others come in between, one job goes on, and what was written meanwhile is not missed', async () => {
  test.clock.set(NOW);
  const practice = await openPractice(test);
  const { id } = practice.therapist;
  const account = practice.therapist.email;
  const { control } = google.calendar;
  const first = Date.parse('2027-03-20T00:00:00Z');
  const at = (place: number): string => new Date(first + place * TEN_MINUTES_MS).toISOString();
  control.addEvents({ account, events: Array.from({ length: MOST_BLOCKS + 500 }, (_, place) => ({ title: 'Busy', start: at(place), end: at(place + 1) })) });
  await connectCalendar(test, google, practice.therapist);
  const { body: stays } = await book(test, practice, { appointment_date: workday(test, 3) }).expect(201);
  const { body: goes } = await book(test, practice, { appointment_date: workday(test, 4), client_email: 'other@example.org' }).expect(201);
  const waiting = async (): Promise<object[]> =>
    (await test.database.query<{ payload: object }>(`select payload from outbox where job = $1 and payload ? 'goes_on' and state = 'pending'`, [syncCalendar.name])).map(({ payload }) => payload);
  const sync = (): Promise<void> => test.app.get(AccountSync).sync({ therapist_id: id });
  const goOn = (): Promise<void> => test.app.get(AccountSync).sync({ therapist_id: id, goes_on: true });

  expect(await asked(sync)).toHaveLength(4);
  expect(await waiting()).toEqual([{ therapist_id: id, goes_on: true }]);
  // While that one stands in line, whatever else comes for the account is written, and reads nothing.
  const event = control.events({ account, to: '2027-03-20T00:00:00Z' }).find(({ start }) => JSON.stringify(start).includes(workday(test, 4)));
  control.deleteEvent({ account, id: String(event?.['id']) });
  await practice.therapist.put(`/api/therapist/bookings/${stays.id}/time`, { starts_at: stays.starts_at, appointment_date: workday(test, 5), appointment_time: '11:00' }).expect(200);
  expect(await asked(sync)).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  expect(await asked(goOn)).toEqual([expect.objectContaining({ pageToken: expect.any(String), timeMax: expect.any(String) })]);
  const { body: status } = await practice.therapist.get('/api/therapist/calendar/status').expect(200);
  expect(status).toMatchObject({ state: 'ok', busy_blocks: MOST_BLOCKS });
  // What changed while it was read is asked for at once.
  expect(await asked(sync)).toEqual([expect.objectContaining({ syncToken: expect.any(String) })]);
  const { body: troubles } = await practice.therapist.get('/api/therapist/calendar/appointments').expect(200);
  expect(troubles).toMatchObject([{ booking_id: goes.id, trouble: 'deleted' }]);

  // Nothing after the time from which on all is taken is asked for of the other calendars, beyond what may come of it.
  await showCalendars(test, google, practice.therapist);
  const { calendars } = await chooseCalendar(practice.therapist, {});
  await chooseCalendar(practice.therapist, { blocking: calendars.map(({ id: calendar }) => calendar) });
  const others = (await asked(() => syncToTheEnd(test, id))).filter(({ timeMax }) => timeMax !== undefined);
  expect(others.length).toBeGreaterThan(0);
  const [{ cut } = { cut: new Date(0) }] = await test.database.query<{ cut: Date }>(`select min(starts_at) as cut from busy_blocks where therapist_id = $1 and event_key = 'beyond'`, [id]);
  for (const { timeMax } of others) expect(Date.parse(timeMax ?? '') - Date.parse(NOW)).toBeLessThanOrEqual(2 * (cut.getTime() - Date.parse(NOW)));
});

it('a page that Google never accepts is tried a few times, and then its therapist is told; it does not begin anew without end', async () => {
  test.clock.set(NOW);
  const practice = await openPractice(test);
  const { id } = practice.therapist;
  const account = practice.therapist.email;
  const first = Date.parse('2027-03-20T00:00:00Z');
  const at = (place: number): string => new Date(first + place * TEN_MINUTES_MS).toISOString();
  google.calendar.control.addEvents({ account, events: Array.from({ length: MOST_BLOCKS + 500 }, (_, place) => ({ title: 'Busy', start: at(place), end: at(place + 1) })) });
  await connectCalendar(test, google, practice.therapist);
  const place = { table: 'calendar_readings', column: 'page', rowId: id };
  const page = test.app.get(ColumnCipher).encrypt('no page of yours', place);
  const connection = async () => (await test.database.query<{ state: string; reason: string | null; failed_syncs: number }>('select state, reason, failed_syncs from calendar_connections where therapist_id = $1', [id]))[0]!;
  let turns = 0;
  const pages = await asked(async () => {
    for (; turns < 12 && (await connection()).state !== 'needs_reconnect'; turns += 1) {
      await test.app.get(AccountSync).sync({ therapist_id: id, goes_on: true });
      await test.database.query('update calendar_readings set page = $2 where therapist_id = $1', [id, page]);
      test.clock.advance(6 * 60_000);
    }
  });
  expect(await connection()).toEqual({ state: 'needs_reconnect', reason: 'failing', failed_syncs: 3 });
  expect([turns, pages.length]).toEqual([6, 3 * (4 + 1)]);
  expect(await test.database.query('select from calendar_readings where therapist_id = $1', [id])).toEqual([]);
});

it('many appointments are written in several turns, soonest first and each once; others come in between, and the rest is in line at once', async () => {
  test.clock.set(NOW);
  const practice = await openPractice(test);
  const { id } = practice.therapist;
  const { body: booked } = await book(test, practice, { appointment_date: workday(test, 3) }).expect(201);
  await test.database.query(
    `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'starts_at', b.starts_at + week * interval '7 days', 'ends_at', b.ends_at + week * interval '7 days',
       'manage_token_hash', '\\x' || lpad(to_hex(week), 64, '0')))).* from bookings b, generate_series(1, 119) week where b.id = $1`,
    [booked.id],
  );
  await connectCalendar(test, google, practice.therapist);
  const sync = (payload: object): Promise<void> => test.app.get(AccountSync).sync({ therapist_id: id, ...payload });
  const inLine = (): Promise<{ payload: { therapist_id: string } }[]> =>
    test.database.query(`delete from outbox where job = $1 and payload ->> 'therapist_id' = $2 and available_at <= now() returning payload`, [syncCalendar.name, id]);
  const wrote = async (during: () => Promise<void>): Promise<string[]> => {
    const before = google.calendar.requests.length;
    await during();
    return google.calendar.requests.slice(before).filter(({ method, path }) => method === 'POST' && path.endsWith('/events')).map(({ path }) => path);
  };
  const standing = async (): Promise<string[]> =>
    (await test.database.query<{ starts_at: Date }>('select starts_at from calendar_appointments where therapist_id = $1 and starts_at is not null order by starts_at', [id])).map(({ starts_at }) => starts_at.toISOString());
  const all = (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where therapist_id = $1 order by starts_at', [id])).map(({ starts_at }) => starts_at.toISOString());
  await inLine();
  const turns: number[] = [];
  for (let waiting = [{ payload: { therapist_id: id } }]; waiting.length > 0; waiting = await inLine()) {
    expect(waiting).toHaveLength(1);
    turns.push((await wrote(() => sync(waiting[0]!.payload))).length);
    expect(await standing()).toEqual(all.slice(0, 50 * turns.length));
  }
  expect(turns).toEqual([50, 50, 20]);
  expect(google.calendar.control.events({ account: practice.therapist.email })).toHaveLength(120);
});
