import { ClientAccountService } from '../../src/modules/clients/account/account.service';
import { SignInCodesService } from '../../src/modules/clients/sign-in/sign-in-codes.service';
import { book, openPractice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const count = async (table: string): Promise<number> => {
  const [row] = await test.database.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
};

it('removes codes, trusted browsers and changes of address that have run out, and nothing that is live', async () => {
  const codes = test.app.get(SignInCodesService);
  const old = await signInClient(test, { trusted: true });
  await old.post('/api/client/account/email', { email: 'new@example.org' }).expect(202);
  test.clock.advance(91 * DAY_MS);
  const live = await signInClient(test, { trusted: true });
  await live.post('/api/client/account/email', { email: 'other@example.org' }).expect(202);
  // Two codes, a trusted and known browser and a change of each of them.
  expect(await codes.deleteExpired()).toBe(5);
  const tables = ['sign_in_codes', 'trusted_browsers', 'known_browsers', 'address_changes'];
  expect(await Promise.all(tables.map(count))).toEqual([2, 1, 1, 1]);
  expect(await codes.deleteExpired()).toBe(0);
  await live.browser.login(live.email).expect(200);
});

it('frees addresses that were registered a day ago and never proved, and keeps the people whom a therapist knows', async () => {
  const accounts = test.app.get(ClientAccountService);
  const proved = await signInClient(test);
  const unproved = await signInClient(test, { verified: false });
  const practice = await openPractice(test);
  const { body } = await book(test, practice, { client_email: 'booked@example.org', client_phone: '+1 555 0100' }).expect(201);
  const booked = await signInClient(test, { email: 'booked@example.org', verified: false });
  test.clock.advance(23 * HOUR_MS);
  expect(await accounts.removeUnproved()).toBe(0);
  test.clock.advance(2 * HOUR_MS);
  const recent = await signInClient(test, { verified: false });
  expect(await accounts.removeUnproved()).toBe(2);
  const everybody = [[proved, unproved, booked, recent].map(({ email }) => email)];
  const accountsLeft = await test.database.query<{ id: string }>(`select id from users where user_type = 'client' and email = any($1)`, everybody);
  expect(accountsLeft.map(({ id }) => id).sort()).toEqual([proved.id, recent.id].sort());
  const persons = await test.database.query<{ email: string }>('select email from clients where email = any($1)', everybody);
  expect(persons.map(({ email }) => email).sort()).toEqual([proved.email, booked.email].sort());
  // Whoever registered the address was a stranger: what the therapist knows of the person is not theirs to take away.
  expect(await test.database.query('select c.name, c.phone from clients c join bookings b on b.client_id = c.id where b.id = $1', [body.id])).toEqual([{ name: 'Nadia Öztürk', phone: null }]);
  await recent.browser.login(recent.email).expect(200);
  await signInClient(test, { email: unproved.email });
});
