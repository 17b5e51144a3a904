import { randomUUID } from 'node:crypto';
import { auditProblems } from '../harness/activity-log-tools';
import { bookAs, changeAddress, leave, objectionToken, objectTo, signInAt } from '../harness/address-changes';
import { openPractice, Practice } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const DAY_MS = 24 * 3_600_000;

/**
 * Somebody read Vera's mailbox X for some minutes: they moved her account to W, and accounts of their own through X. What they keep are the links
 * that were mailed there meanwhile.
 */
let test: TestApp;
let practice: Practice;
let vera: SignedInClient;
let mallory: SignedInClient;
let booking: string;
let x: string, w: string, y: string, z: string;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
});
beforeEach(async () => {
  practice = await openPractice(test);
  [x, w, y, z] = ['x', 'w', 'y', 'z'].map((name) => `${name}-${randomUUID()}@example.org`) as [string, string, string, string];
  vera = await signInClient(test, { email: x });
  mallory = await signInClient(test, { email: z });
  booking = await bookAs(test, practice, vera, '09:00');
});
afterEach(async () => {
  expect(await auditProblems(test)).toEqual([]);
});
afterAll(() => test.close());

const object = async (token: string, as?: SignedInClient): Promise<unknown> => {
  const { status, body } = await objectTo(test, token, as?.browser);
  return status === 200 ? (body as { status: string }).status : status;
};

/** What the account of an address shows and gives. @returns its id, and whether Vera's appointment is among it */
async function at(email: string): Promise<{ id: string; shows: boolean; exports: boolean }> {
  const { id, browser } = await signInAt(test, email);
  const [shown, exported] = [await browser.get('/api/client/dashboard').expect(200), await browser.get('/api/client/export')];
  const shows = JSON.stringify(shown.body).includes(booking);
  // Who has moved a moment ago is asked for a code from the address before.
  if (exported.status === 403) expect((shown.body as { proof_address: unknown }).proof_address).not.toBeNull();
  return { id, shows, exports: exported.status === 403 ? shows : JSON.stringify(exported.body).includes(booking) };
}
const hers = () => ({ id: vera.id, shows: true, exports: true });
const theirs = () => ({ id: mallory.id, shows: false, exports: false });

it('Vera got her address back: no other link that was mailed there takes it, or her record, from her', async () => {
  const toVera = await leave(test, vera, x, w);
  const toZ = await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  expect(await object(toVera)).toBe('restored');
  expect([await object(toX), await object(toX)]).toEqual(['withdrawn', 404]);
  await mallory.browser.login(y).expect(404);
  expect(await at(x)).toEqual(hers());
  expect(await object(toZ)).toBe('restored');
  expect([await at(x), await at(z)]).toEqual([hers(), theirs()]);
  expect([await deeds(vera), await deeds(mallory)]).toEqual([['change_address', 'object_address_change'], ['change_address', 'change_address', 'object_address_change', 'object_address_change']]);
});

it('the other link came first: hers takes the address back all the same', async () => {
  const toVera = await leave(test, vera, x, w);
  const toZ = await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  expect(await object(toX)).toBe('restored');
  expect(await object(toVera)).toBe('restored');
  expect([await object(toX), await object(toZ)]).toEqual([404, 404]);
  expect([await at(x), await at(z)]).toEqual([hers(), theirs()]);
});

it('whoever registers the address first keeps their account, and the one that went through it goes', async () => {
  await leave(test, vera, x, w);
  const toZ = await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  const nina = await signInClient(test, { email: x });
  booking = await bookAs(test, practice, nina, '10:00');
  expect(await object(toX)).toBe('withdrawn');
  await mallory.get('/api/auth/me').expect(401);
  await mallory.browser.login(y).expect(404);
  await nina.get('/api/client/dashboard').expect(200);
  // Not by her own click either, while an earlier link could take both along.
  expect(await object(toX, nina)).toBe('withdrawn');
  expect(await object(toZ)).toBe('restored');
  expect(await object(toX, nina)).toBe(404);
  expect([await at(x), await at(z)]).toEqual([{ ...hers(), id: nina.id }, theirs()]);
});

it('an account that was registered there meanwhile, with the code that was read, keeps nobody out', async () => {
  const toVera = await leave(test, vera, x, w);
  const planted = await signInClient(test, { email: x });
  expect(await object(toVera)).toBe('registered_since');
  await vera.browser.login(w).expect(404);
  // Hers is the mailbox: she signs in with a code that goes there.
  const { id, browser } = await signInAt(test, x);
  expect(id).toBe(planted.id);
  expect((await objectTo(test, toVera, browser)).body).toEqual({ status: 'restored', email: x });
  expect(await at(x)).toEqual(hers());
});

it('Vera went back by herself: a link of whoever had the address in between ends their own access alone', async () => {
  await leave(test, vera, x, w);
  await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  test.clock.advance(61_000);
  await changeAddress(test, vera, x);
  expect(await object(toX)).toBe('withdrawn');
  await mallory.get('/api/auth/me').expect(401);
  await vera.get('/api/client/dashboard').expect(200);
  expect(await object(toX)).toBe(404);
});

it('an address in between is registered by whoever took the account: its link does not end that of the first one', async () => {
  const toVera = await leave(test, vera, x, w);
  const toW = await leave(test, vera, w, y);
  const planted = await signInClient(test, { email: w });
  expect(await object(toW, planted)).toBe('withdrawn');
  await vera.get('/api/auth/me').expect(401);
  await planted.get('/api/client/dashboard').expect(200);
  expect(await object(toVera)).toBe('restored');
  expect(await object(toW, planted)).toBe(404);
  expect(await at(x)).toEqual(hers());
});

it('after seven days the address is whose it is then', async () => {
  const toVera = await leave(test, vera, x, w);
  await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  expect(await object(toVera)).toBe('restored');
  await leave(test, await again(), x, w);
  test.clock.advance(7 * DAY_MS);
  expect([await object(toVera), await object(toX)]).toEqual([404, 404]);
  expect(await at(w)).toEqual(hers());
});

it.each([['at once', []], ['by one more address', ['q']]])('her account went away and came back, %s: no address on the way gets it, wherever she goes later', async (_way, more) => {
  const toVera = await leave(test, vera, x, w);
  const onTheWay = [w, ...more.map((name) => `${name}-${w}`)];
  const links: string[] = [];
  for (const [nth, next] of onTheWay.slice(1).entries()) links.push(await leave(test, vera, onTheWay[nth] ?? '', next));
  test.clock.advance(61_000);
  await changeAddress(test, vera, x);
  await expect(objectionToken(test, onTheWay.at(-1) ?? '')).rejects.toThrow('no notice goes out');
  expect((await vera.get('/api/client/account').expect(200)).body.pending_address_change).toBeNull();
  await leave(test, await again(), x, y);
  for (const link of links) expect(await object(link)).toBe(404);
  await vera.get('/api/client/dashboard').expect(200);
  // The mailbox that it left first still puts everybody out.
  expect(await object(toVera)).toBe('restored');
  await vera.get('/api/auth/me').expect(401);
  expect(await at(x)).toEqual(hers());
});

it('she leaves the address: no link of whoever had it between her and her takes what practices keep of it', async () => {
  const toVera = await leave(test, vera, x, w);
  await leave(test, mallory, z, x);
  const toX = await leave(test, mallory, x, y);
  expect(await object(toVera)).toBe('restored');
  await leave(test, await again(), x, w);
  expect(await object(toX)).toBe('withdrawn');
  await mallory.browser.login(x).expect(404);
  expect(await at(w)).toEqual(hers());
});

it('whoever had the mailbox before her gets the address back, and nothing of hers; her link puts them out of her account', async () => {
  const toZ = await leave(test, mallory, z, y);
  const nina = await signInClient(test, { email: z });
  booking = await bookAs(test, practice, nina, '10:00');
  const toNina = await leave(test, nina, z, w);
  expect(await object(toZ)).toBe('restored');
  expect(await object(toNina)).toBe('withdrawn');
  await nina.get('/api/auth/me').expect(401);
  await nina.browser.login(w).expect(404);
  expect(await at(z)).toEqual(theirs());
});

it('links of two accounts that have each other’s addresses, opened at the same moment, wait for no one in a circle', async () => {
  const toZ = await leave(test, mallory, z, y);
  const toVera = await leave(test, vera, x, z);
  await leave(test, mallory, y, x);
  const answers = await Promise.all([toZ, toVera, toZ, toVera].map((token) => object(token)));
  expect(answers.sort()).toEqual([404, 404, 'restored', 'restored']);
  expect([await at(x), await at(z)]).toEqual([hers(), theirs()]);
});

/** What the log says of changes of an account's address, and of its end. */
async function deeds({ id }: SignedInClient): Promise<string[]> {
  const rows = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 and action in ('change_address', 'object_address_change', 'close_account') order by seq`, [id]);
  return rows.map(({ action }) => action);
}

/** The account with the browser that its owner has signed in with once more. */
async function again(): Promise<SignedInClient> {
  await signInAt(test, x, vera.browser);
  return vera;
}
