import { randomUUID } from 'node:crypto';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { ClientBrowser, newAddress, wrongCode } from '../harness/client-browser';
import { stranger } from '../harness/booking-holds';
import { openPractice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/**
 * What a thief did on the running product, with the figures of then:
 * 80 wrong codes over 8 accounts from one connection, 0 refused; a revoked browser exported the whole record; registering answered the
 * person's id; 120 anonymous sign-ins left 120 entries in the log; 60 wrong codes for one client left 60 in theirs.
 */
const BEFORE = { refused: 0, exported: 200, personTold: true, entries: 120, failures: 60 };

const HOUR_MS = 3_600_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
// Every proof begins an hour of its own.
beforeEach(() => test.clock.set(new Date(Math.ceil(test.clock.now().getTime() / HOUR_MS + 1) * HOUR_MS).toISOString()));

const at = (address = newAddress()): Promise<ClientBrowser> => ClientBrowser.open(test, { address });
const newEmail = (): string => `${randomUUID()}@example.org`;

function print(what: string, before: unknown, after: unknown): void {
  process.stdout.write(`    ${what}: before ${String(before)}, now ${String(after)}\n`);
}

async function entriesOf(action: string, clientId: string | null): Promise<number> {
  const since = new Date(test.clock.now().getTime() - HOUR_MS / 2);
  const [row] = await test.database.query<{ n: number }>(
    `select count(*)::int as n from activity_log where action = $1 and at > $3 and ($2::uuid is null and client_ids is null or $2 = any(client_ids))`,
    [action, clientId, since],
  );
  return row?.n ?? 0;
}

/** Five wrong codes from a browser of its own. */
async function guessFive(address: string, email: string): Promise<number[]> {
  const browser = await at(address);
  await browser.login(email).expect(202);
  const statuses: number[] = [];
  for (let guess = 0; guess < 5; guess += 1) statuses.push((await browser.verify({ email, code: wrongCode('271828', guess) })).status);
  return statuses;
}

it('80 wrong codes over 8 accounts from one connection are refused after 20', async () => {
  const address = newAddress();
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { email } = await signInClient(test);
    for (let code = 0; code < 2; code += 1) statuses.push(...(await guessFive(address, email)));
  }
  const refused = statuses.filter((status) => status === 429).length;
  print('80 guesses over 8 accounts, refused', BEFORE.refused, refused);
  expect(refused).toBe(60);
});

it('a browser that is not trusted any more exports nothing', async () => {
  const { email, browser } = await signInClient(test, { trusted: true });
  const thief = await at();
  thief.plant('browser', browser.has('browser') ?? '');
  await thief.login(email).expect(200);
  await thief.get('/api/client/export').expect(200);
  const [listed] = (await browser.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
  await browser.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200);
  const { status } = await thief.get('/api/client/export');
  print('export of a revoked browser', BEFORE.exported, status);
  expect(status).toBe(401);
});

it('registering an address somebody booked with tells nothing of that person', async () => {
  const [practice, email] = [await openPractice(test), newEmail()];
  await stranger(test, practice, { client_email: email }).expect(201);
  const [person] = await test.database.query<{ id: string }>('select id from clients where email = $1', [email]);
  const { body } = await (await at()).register(email).expect(201);
  const told = (body as { id: string }).id === person?.id;
  print('registering answers the person’s id', BEFORE.personTold, told);
  expect(told).toBe(false);
});

it('120 anonymous sign-ins leave an entry and a total', async () => {
  const address = newAddress();
  for (let n = 0; n < 120; n += 1) await (await at(address)).login(newEmail());
  const atOnce = await entriesOf('request_code', null);
  test.clock.advance(HOUR_MS);
  await test.app.get(ActivityTallies).closeHours();
  const afterwards = await entriesOf('request_code', null);
  print('120 anonymous sign-ins, entries in the log', BEFORE.entries, atOnce + afterwards);
  expect([atOnce, afterwards]).toEqual([1, 1]);
});

it('60 wrong codes for one client leave an entry for each code that went out', async () => {
  const { email, id } = await signInClient(test);
  for (let n = 0; n < 12; n += 1) await guessFive(newAddress(), email);
  const failures = await entriesOf('client_verify_failed', id);
  print('60 wrong codes for one client, entries in their log', BEFORE.failures, failures);
  expect(failures).toBe(10);
});
