import { Client } from 'pg';
import { auditProblems } from '../harness/activity-log-tools';
import { Agent, codeOf, exchange, openBrowser, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { keep } from '../harness/put-back';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who once had a therapist's sign-in code, and can write the tables, wants it to open another time. */
let test: TestApp;
let owner: Client;
let google: GoogleStandIn;

beforeAll(async () => {
  google = await startGoogleStandIn();
});
afterAll(() => google.close());
beforeEach(async () => {
  test = await startTestApp(google.environment);
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

/** A browser that came back from Google with a code, and the row as it is then. */
async function arrived() {
  const agent = openBrowser(test);
  const code = codeOf(await throughGoogle(google, agent));
  const { rows: [row] } = await owner.query<{ id: string }>('select id from sign_in_flows where code_hash is not null order by created_at desc, id desc limit 1');
  const id = row?.id ?? '';
  return { agent, code, id, row: await keep(owner, 'sign_in_flows', `id = '${id}'`) };
}

const statusOf = async (agent: Agent, code: string): Promise<number> => (await exchange(agent, code)).status;
const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);

it('a code that was used opens nothing again, with its use taken back, which is named, or with the row of before', async () => {
  const { agent, code, id, row } = await arrived();
  test.clock.advance(1_000);
  expect(await statusOf(agent, code)).toBe(200);
  expect(await named()).toEqual([]);
  await owner.query('update sign_in_flows set exchanged_at = null where id = $1', [id]);
  expect(await statusOf(agent, code)).toBe(401);
  expect(await named()).toEqual([id]);
  await owner.query('delete from sign_in_flows where id = $1', [id]);
  // The row of before is as the product wrote it: of a code that another tab's sign-in has ended it cannot be told, and opens as little.
  await row.putBack();
  expect(await statusOf(agent, code)).toBe(401);
});

it('a code opens nothing after a minute, nor in another browser, whatever its row says', async () => {
  const late = await arrived();
  await owner.query(`update sign_in_flows set expires_at = now() + interval '1 year', created_at = now() + interval '1 year' where id = $1`, [late.id]);
  expect(await statusOf(late.agent, late.code)).toBe(401);
  expect(await named()).toEqual([late.id]);
  await owner.query('delete from sign_in_flows');

  const hers = await arrived();
  const thief = openBrowser(test);
  await throughGoogle(google, thief, 'deny');
  await owner.query(
    'update sign_in_flows f set browser_hash = own.browser_hash from (select browser_hash from sign_in_flows where id <> $1 order by created_at desc, id desc limit 1) own where f.id = $1',
    [hers.id],
  );
  expect(await statusOf(thief, hers.code)).toBe(401);
  await hers.row.putBack();
  expect(await statusOf(hers.agent, hers.code)).toBe(200);
});

it('a code that was never used is over once somebody has signed in to the account', async () => {
  const [left, taken] = [await arrived(), await arrived()];
  test.clock.advance(1_000);
  expect(await statusOf(taken.agent, taken.code)).toBe(200);
  expect(await statusOf(left.agent, left.code)).toBe(401);
  expect(await named()).toEqual([]);
  test.clock.advance(1_000);
  const next = await arrived();
  expect(await statusOf(next.agent, next.code)).toBe(200);
});

it('a sign-in whose browser or return was written into its row gets no code', async () => {
  const agent = openBrowser(test);
  const start = await agent.get('/api/auth/google').query({ redirect: '/dashboard' }).expect(302);
  await owner.query(`update sign_in_flows set redirect = '/dashboard/settings'`);
  const back = new URL(await google.decide(start.headers['location'] ?? '', 'demo'));
  const { headers } = await agent.get(back.pathname + back.search).expect(302);
  expect(headers['location']).toBe('/?auth_error=1');
});
