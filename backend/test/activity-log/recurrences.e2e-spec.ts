import * as supertest from 'supertest';
import { Works } from '../../src/common/work/work';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { stranger } from '../harness/booking-holds';
import { manageToken, openPractice, Practice, workday, proveBookings } from '../harness/practice';
import { ClientBrowser } from '../harness/client-browser';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const QUARTER_MS = 900_000;

let test: TestApp;
let practice: Practice;
let client: SignedInClient;

beforeAll(async () => {
  // Hours go by.
  test = await startTestApp({ SESSION_IDLE_MINUTES: '720' });
  practice = await openPractice(test);
  client = await signInClient(test);
  await stranger(test, practice, { client_email: client.email }).expect(201);
  await proveBookings(test, client.email);
});
afterAll(() => test.close());
// Every test begins a quarter of an hour of its own, with those before closed.
beforeEach(async () => {
  test.clock.set(new Date(Math.ceil(test.clock.now().getTime() / QUARTER_MS) * QUARTER_MS).toISOString());
  await closeQuarters();
});

const closeQuarters = (): Promise<number> => test.app.get(ActivityTallies).closeQuarters();

interface Entry {
  action: string;
  actor_type: string;
  actor_id: string;
  client_ids: string[] | null;
  details: object;
}

/** What came into the log. */
async function added(run: () => Promise<unknown>): Promise<Entry[]> {
  const [before] = await test.database.query<{ seq: string }>('select coalesce(max(seq), 0)::text as seq from activity_log');
  await run();
  return test.database.query<Entry>('select action, actor_type, actor_id, client_ids, details from activity_log where seq > $1 order by seq', [before?.seq]);
}

const list = (query = ''): supertest.Test => practice.therapist.get(`/api/therapist/bookings${query}`).expect(200);

// Each test's own time of day: midnight may pass between two of them, and a day counted from today would be another's.
const booked = (time: string): supertest.Test => stranger(test, practice, { appointment_date: workday(test, 3), appointment_time: time });

describe('what the same person does again and again', () => {
  it('is one entry with the people it concerns, and their number when the quarter of an hour is over', async () => {
    const byThem = { action: 'read_bookings', actor_type: 'therapist', actor_id: practice.therapist.id };
    const reads = await added(async () => {
      for (let n = 0; n < 40; n += 1) await list();
    });
    expect(reads).toEqual([{ ...byThem, client_ids: [client.id], details: {} }]);
    expect(await added(closeQuarters)).toEqual([]);
    test.clock.advance(QUARTER_MS);
    expect(await added(closeQuarters)).toEqual([{ ...byThem, client_ids: null, details: { times: 40 } }]);
    expect(await added(closeQuarters)).toEqual([]);
  });

  it('names people who were not on the list before, whatever else is on it, and nobody twice', async () => {
    await list();
    const more = [await booked('11:00'), await booked('12:00')];
    expect(more.map(({ status }) => status)).toEqual([201, 201]);
    const reads = await added(async () => {
      for (const query of ['?limit=1', '', '?limit=2', '?limit=1', '']) await list(query);
    });
    const named = reads.flatMap(({ client_ids }) => client_ids ?? []);
    expect(reads.map(({ client_ids }) => client_ids?.length)).toEqual([1, 1]);
    expect(new Set(named).size).toBe(2);
    expect(named).not.toContain(client.id);
  });

  it('is an entry for each who does it, from each network', async () => {
    const other = await signInClient(test);
    const asAnother = () => practice.therapist.get('/api/therapist/bookings').set('X-Forwarded-For', '203.0.113.9').expect(200);
    const reads = await added(async () => {
      await list();
      await asAnother();
      await asAnother();
      await other.get('/api/client/dashboard').expect(200);
    });
    expect(reads.map(({ action }) => action)).toEqual(['read_bookings', 'read_bookings', 'view_dashboard']);
  });

  it('hides nobody whom somebody else wrote into the table', async () => {
    await list();
    const { body } = await booked('13:00').expect(201);
    await test.database.query(
      `update activity_recurrences set client_ids = client_ids || (select client_id from bookings where id = $1),
         clients_hash = sha256(convert_to((select to_json(array[client_id])::text from bookings where id = $1), 'utf8'))`,
      [body.id],
    );
    const [planted] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [body.id]);
    const reads = await added(() => list());
    expect(reads.flatMap(({ client_ids }) => client_ids)).toContain(planted?.client_id);
    expect(await added(() => list())).toEqual([]);
  });

  it('loses nothing to many at the same moment', async () => {
    const reads = await added(() => Promise.all(Array.from({ length: 30 }, () => list())));
    expect(reads.length).toBeGreaterThanOrEqual(1);
    expect(reads.length).toBeLessThanOrEqual(10);
    const [row] = await test.database.query<{ times: number }>('select times from activity_recurrences');
    expect(row?.times).toBeGreaterThanOrEqual(1);
    expect(row?.times).toBeLessThanOrEqual(30);
  });
});

it('very many are closed in several works, each of them once', async () => {
  await list();
  await list();
  await test.database.query(
    `insert into activity_recurrences select (jsonb_populate_record(r, jsonb_build_object('key', '\\x' || encode(sha256(n::text::bytea), 'hex'), 'times', 1 + n % 2))).* from activity_recurrences r, generate_series(1, 1100) n`,
  );
  test.clock.advance(QUARTER_MS);
  const works = jest.spyOn(test.app.get(Works), 'begin');
  expect(await closeQuarters()).toBe(551);
  expect(works).toHaveBeenCalledTimes(3);
  works.mockRestore();
  expect(await closeQuarters()).toBe(0);
});

describe('the link of an appointment', () => {
  it('opens it 60 times in an hour, and leaves an entry for each quarter of it', async () => {
    const { body } = await booked('14:00').expect(201);
    const token = await manageToken(test, body.id as string);
    const look = (address: string): supertest.Test => test.http.post('/api/bookings/manage').set('X-Forwarded-For', address).send({ token });
    const looks = await added(async () => {
      for (let n = 0; n < 60; n += 1) await look('203.0.113.7').expect(200);
    });
    expect(looks).toMatchObject([{ action: 'view_appointment', actor_type: 'visitor' }]);
    const refused = await look('198.51.100.7').expect(429);
    expect(refused.body.detail).toBe('This appointment was looked at too often. Please try again in an hour, or call your therapist.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    test.clock.advance(3_601_000);
    await look('198.51.100.7').expect(200);
  });
});

describe('a trusted browser', () => {
  it('has one session and one entry, however often it signs in', async () => {
    const { browser, email, id } = await signInClient(test, { trusted: true });
    const cookies = browser.cookie;
    const thief = await ClientBrowser.open(test, { address: browser.address });
    thief.plant('browser', browser.has('browser') ?? '');
    const logins = await added(async () => {
      for (let n = 0; n < 20; n += 1) {
        thief.drop('session');
        await thief.login(email).expect(200);
      }
    });
    expect(logins).toMatchObject([{ action: 'login', actor_id: id, client_ids: [id], details: { verified: true } }]);
    // The session of the proof is not one that the trust began: it stays, with the last of the others.
    const [row] = await test.database.query<{ sessions: number }>('select count(*)::int as sessions from sessions where user_id = $1', [id]);
    expect(row?.sessions).toBe(2);
    expect(browser.cookie).toBe(cookies);
    await browser.get('/api/client/dashboard').expect(200);
    await thief.get('/api/client/dashboard').expect(200);
  });
});
