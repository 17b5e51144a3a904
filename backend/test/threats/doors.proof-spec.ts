import { randomUUID } from 'node:crypto';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { stranger } from '../harness/booking-holds';
import { codeOf, exchange, openBrowser, post, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, openPractice, proveBookings, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a second thief did on the running product, with what was seen then. */
const REASON = 'Her flatmate called: she talked of pills and does not answer.';

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, BOOKING_LIMIT_PER_IP: '1000', ADMIN_FAILURE_LIMIT: '1' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});

const newEmail = (): string => `${randomUUID()}@example.org`;

function print(what: string, before: unknown, after: unknown): void {
  process.stdout.write(`    ${what}: before ${String(before)}, now ${String(after)}\n`);
}

it('a therapist who booked once with themselves for a foreign address reads nothing of an emergency of that person', async () => {
  const [own, stranger, admin] = [await openPractice(test), await openPractice(test), await signInEmergencyAdmin(test)];
  const email = newEmail();
  await book(test, own, { client_email: email }).expect(201);
  await proveBookings(test, email);
  const client = await signInClient(test, { email, name: 'Own Name' });
  await book(test, stranger, { client_email: email, client_name: 'Typed by the thief', appointment_date: workday(test, 2) }).expect(201);
  const { body: grant } = await admin.post('/api/admin/break-glass', { client: email, reason: REASON, ...admin.proof() }).expect(201);
  const told = await test.database.query<{ payload: { therapist_id: string } }>(`select payload from outbox where payload ->> 'grant_id' = $1`, [(grant as { id: string }).id]);
  const { text } = await stranger.therapist.get('/api/therapist/record-openings').expect(200);
  print('a planted therapist reads reason and name of an emergency', 'both, and a mail', text.includes(REASON) || text.includes(client.name) ? 'both' : 'neither');
  expect(told.map(({ payload }) => payload.therapist_id)).toEqual([own.therapist.id]);
  expect(JSON.parse(text)).toEqual({ openings: [] });
});

it('invented names at the administrators’ sign-in fill no log, and a network is stopped', async () => {
  const statuses: number[] = [];
  for (let n = 1; n <= 60; n += 1) {
    const { status } = await post(openBrowser(test, `198.51.100.${n}`), '/api/admin/login', { username: `invented-${n}`, password: 'a password' });
    statuses.push(status);
  }
  test.clock.advance(3_600_000);
  await test.app.get(ActivityTallies).closeHours();
  const entries = await test.database.query<{ details: object }>(`select details from activity_log where action = 'admin_login_failed' order by seq`);
  print('60 invented names from one network, entries in the log', 60, entries.length);
  expect(entries.map(({ details }) => details)).toEqual([{}, { times: 50, sources: 1 }]);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

it('whoever writes one row becomes no therapist: the code of one’s own sign-in, given to another account, opens nothing', async () => {
  const [victim, browser] = [await openPractice(test), openBrowser(test)];
  const landing = await throughGoogle(google, browser, 'type', newEmail());
  await test.database.query('update sign_in_flows set user_id = $1 where code_hash is not null', [victim.therapist.id]);
  const { status } = await exchange(browser, codeOf(landing));
  print('a sign-in’s code after "update sign_in_flows set user_id = victim"', 200, status);
  expect(status).toBe(401);
  await browser.get('/api/auth/me').expect(401);
});

it('a development server behind a proxy gives nobody its administrator', async () => {
  const development = await startTestApp({ NODE_ENV: 'development', FOREIGN_VISITORS: undefined }, () => undefined, test.testDatabase);
  try {
    await development.http.get('/api/admin/login-hint').expect(200);
    const { status, body } = await development.http.get('/api/admin/login-hint').set('X-Forwarded-For', '203.0.113.9');
    const signIn = await development.http.post('/api/admin/login').set('X-Forwarded-For', '203.0.113.9').send({ username: 'admin', password: 'attune-development' });
    const page = await development.http.get('/admin/login').set('Host', 'attune.example');
    print('the API of a development server through a proxy: hint, sign-in, page', '200, 200, 200', [status, signIn.status, page.status].join(', '));
    expect([status, signIn.status, page.status]).toEqual([403, 403, 403]);
    expect((body as { detail: string }).detail).toMatch(/development server.*NODE_ENV=production/);
  } finally {
    await development.close();
  }
});

/** The first thief's, as far as the server answers for them. */
describe('what the first thief did', () => {
  it('three bookings in somebody’s name change no answer to that person', async () => {
    const practice = await openPractice(test);
    const email = newEmail();
    for (const day of [2, 3, 4]) await stranger(test, practice, { client_email: email, appointment_date: workday(test, day) }).expect(201);
    const { status } = await stranger(test, practice, { client_email: email, appointment_date: workday(test, 5) });
    print('a fourth booking for an address that strangers booked for', 429, status);
    expect(status).toBe(201);
  });

  it('in a wave every stored booking of a stranger counts', async () => {
    const practice = await openPractice(test);
    const statuses: number[] = [];
    for (let nth = 0; nth < 26; nth += 1) {
      const { status } = await stranger(test, practice, { appointment_date: workday(test, 10 + Math.floor(nth / 8)), appointment_time: `${String(9 + (nth % 8)).padStart(2, '0')}:00` });
      statuses.push(status);
    }
    const stored = statuses.filter((status) => status === 201).length;
    print('26 bookings of strangers in ten minutes, stored', 24, stored);
    expect(stored).toBe(21);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
  });

  it('an emergency opens one client, for a reason in words', async () => {
    const [practice, admin] = [await openPractice(test), await signInEmergencyAdmin(test)];
    const email = newEmail();
    await book(test, practice, { client_email: email, appointment_date: workday(test, 7) }).expect(201);
    const ask = async (body: object): Promise<number> => (await admin.post('/api/admin/break-glass', { ...body, ...admin.proof() })).status;
    const statuses = [await ask({ client: email, reason: 'aaaaaaaaaaaaaaaaaaaaaaaa' }), await ask({ therapist_id: practice.therapist.id, reason: REASON }), await ask({ client: '@', reason: REASON })];
    print('emergency access with a reason of one letter, to a whole practice, to half an address', '201, 201, 201', statuses.join(', '));
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  });

  it('a name is no link', async () => {
    const practice = await openPractice(test);
    const { status } = await stranger(test, practice, { client_name: 'Win at https://evil.example', appointment_date: workday(test, 8) });
    print('a booking under a name with a link', 201, status);
    expect(status).toBe(400);
  });
});
