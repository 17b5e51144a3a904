import { Client } from 'pg';
import { auditProblems } from '../harness/activity-log-tools';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { keep, Kept } from '../harness/put-back';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who has a client's browser, and can write the tables, wants it to be trusted again. */
let test: TestApp;
let owner: Client;
let kim: SignedInClient;
let trustId: string;
let before: Kept;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  kim = await signInClient(test, { trusted: true });
  const { rows: [trust] } = await owner.query<{ id: string }>('select id from trusted_browsers where user_id = $1', [kim.id]);
  trustId = trust?.id ?? '';
  before = await keep(owner, 'trusted_browsers', `user_id = '${kim.id}'`);
  test.clock.advance(1_000);
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);

/** Signs in in another browser, which proves the address. */
async function proveElsewhere(): Promise<ClientBrowser> {
  const browser = await ClientBrowser.open(test);
  await browser.login(kim.email).expect(202);
  await browser.verify({ email: kim.email, code: await mailedCode(test, kim.email) }).expect(200);
  return browser;
}

it('a browser stays trusted over its own proofs, and while others are revoked', async () => {
  expect(await named()).toEqual([]);
  await kim.browser.login(kim.email).expect(200);
  await kim.post('/api/auth/client/code').expect(202);
  await kim.browser.verify({ email: kim.email, code: await mailedCode(test, kim.email) }).expect(200);
  test.clock.advance(60_000);
  await kim.browser.login(kim.email).expect(200);
  expect(await named()).toEqual([]);
});

it.each([
  ['it was revoked', () => kim.delete(`/api/client/trusted-browsers/${trustId}`).expect(200)],
  ['a proof in another browser ended it', proveElsewhere],
])('a row that is put back after %s opens nothing, and is named', async (_, end) => {
  await end();
  await kim.post('/api/auth/logout').expect(200);
  await before.putBack();
  expect(await named()).toEqual([trustId]);
  await kim.browser.login(kim.email).expect(202);
  await owner.query(`update trusted_browsers set created_at = now() + interval '1 day'`);
  await kim.browser.login(kim.email).expect(429);
  expect(await named()).toEqual([trustId]);
});

it('a session by trust that is put back with it after it was revoked opens nothing, and is named', async () => {
  await kim.browser.login(kim.email).expect(200);
  await kim.get('/api/client/dashboard').expect(200);
  const { rows: [session] } = await owner.query<{ id: string }>('select id from sessions where trust_id = $1', [trustId]);
  const sessions = await keep(owner, 'sessions', `trust_id = '${trustId}'`);
  const { cookie } = kim.browser;
  test.clock.advance(1_000);
  await kim.delete(`/api/client/trusted-browsers/${trustId}`).expect(200);
  await owner.query('delete from ended_sessions');
  await before.putBack();
  await sessions.putBack();
  await test.http.get('/api/client/dashboard').set('Cookie', cookie).expect(401);
  expect((await named()).sort()).toEqual([trustId, session?.id].sort());
});

it('a row that is put back after the address was changed from another browser opens nothing', async () => {
  const other = await proveElsewhere();
  const next = `next-${kim.email}`;
  await other.post('/api/client/account/email', { email: next }).expect(202);
  await other.post('/api/client/account/email/confirm', { code: await mailedCode(test, next) }).expect(200);
  await before.putBack();
  await kim.browser.login(next).expect(202);
});

it('when a sign-in by trust was a proof cannot be taken back to make the next one another', async () => {
  await kim.browser.login(kim.email).expect(200);
  await owner.query('update trusted_browsers set last_proof_at = null');
  await kim.browser.login(kim.email).expect(202);
  expect(await named()).toEqual([trustId]);
});

it('trust that is given again after it was revoked holds', async () => {
  await kim.delete(`/api/client/trusted-browsers/${trustId}`).expect(200);
  await kim.browser.login(kim.email).expect(202);
  await kim.browser.verify({ email: kim.email, code: await mailedCode(test, kim.email), trust: true }).expect(200);
  await kim.browser.login(kim.email).expect(200);
  expect(await named()).toEqual([]);
});
