import { Client } from 'pg';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { auditProblems } from '../harness/activity-log-tools';
import { openBrowser, post } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { keep, Kept } from '../harness/put-back';
import { administrator, arrived, enrol, Enrolled, Kind, nextCode, therapist } from '../harness/second-factor-accounts';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who has the first factor of an account and can write the tables wants to do without its second one. */
let google: GoogleStandIn;
let test: TestApp;
let owner: Client;

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

const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);

describe.each([
  ['a therapist', therapist(() => google), 'users', 'email'],
  ['an administrator', administrator, 'administrators', 'username'],
] as const)('two-step sign-in of %s', (_, who: Kind, table, column) => {
  const idOf = async (name: string): Promise<string> => (await owner.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [name])).rows[0]?.id ?? '';
  const signIn = async (name: string): Promise<number> => (await who.signIn(openBrowser(test), name)).status;
  const isNamed = async (name: string): Promise<void> => expect(await named()).toEqual([await idOf(name)]);

  /** An account from before it had a second factor, and with one. */
  async function enrolled(): Promise<{ amy: Enrolled; id: string; before: Kept }> {
    const name = await who.make(test);
    expect(await signIn(name)).toBe(200);
    const id = await idOf(name);
    const before = await keep(owner, table, `id = '${id}'`);
    test.clock.advance(60_000);
    return { amy: await enrol(test, { ...who, make: () => Promise.resolve(name) }), id, before };
  }

  it('is not set up anew by a sign-in that waits for it', async () => {
    const { amy, id } = await enrolled();
    const thief = await arrived(test, who, amy.name);
    await owner.query('update second_factors set confirmed_at = null where account_id = $1', [id]);
    expect((await post(thief, `${who.base}/setup`)).status).toBe(403);
    expect((await post(thief, `${who.base}/confirm`, { code: nextCode(test, amy.secret) })).status).toBe(403);
    await isNamed(amy.name);
    await owner.query('delete from second_factors where account_id = $1', [id]);
    expect((await post(thief, `${who.base}/setup`)).status).toBe(403);
  });

  it('is not set up by a session that waits for one that has been turned off', async () => {
    const { amy } = await enrolled();
    const thief = await arrived(test, who, amy.name);
    expect((await post(amy.agent, `${who.base}/disable`, { code: nextCode(test, amy.secret) })).status).toBe(200);
    expect((await post(thief, `${who.base}/setup`)).status).toBe(403);
    expect((await post(amy.agent, `${who.base}/setup`)).status).toBe(201);
  });

  it('is not gone with the row of before it, put back with its mark; the operator takes it away', async () => {
    const { amy, id, before } = await enrolled();
    await owner.query('delete from recovery_codes where account_id = $1', [id]);
    await owner.query('delete from second_factors where account_id = $1', [id]);
    await before.putBack();
    expect(await signIn(amy.name)).toBe(403);
    expect((await post(amy.agent, `${who.base}/setup`)).status).toBe(403);
    await isNamed(amy.name);
    test.clock.advance(1_000);
    if (who.kind === 'user') await test.app.get(SecondFactorService).dropOfTherapist(amy.name);
    else await test.app.get(AdministratorService).reset(amy.name, 'a password of an administrator', { secondFactor: true });
    expect(await signIn(amy.name)).toBe(200);
    expect(await named()).toEqual([]);
  });

  it('takes no code of an app that was left, with the row of then', async () => {
    const { amy, id } = await enrolled();
    const earlier = await keep(owner, 'second_factors', `account_id = '${id}'`, 'account_kind, account_id');
    await post(amy.agent, `${who.base}/disable`, { code: nextCode(test, amy.secret) });
    test.clock.advance(60_000);
    const again = await enrol(test, { ...who, make: () => Promise.resolve(amy.name) });
    const thief = await arrived(test, who, amy.name);
    await earlier.putBack();
    expect((await post(thief, `${who.base}/verify`, { code: nextCode(test, amy.secret) })).status).toBe(403);
    expect((await post(thief, `${who.base}/verify`, { code: again.recoveryCodes[0] })).status).toBe(403);
    expect(await signIn(amy.name)).toBe(403);
    await isNamed(amy.name);
  });

  it('takes a recovery code once, whatever its row says', async () => {
    const { amy, id } = await enrolled();
    const rows = await Promise.all([
      keep(owner, 'recovery_codes', `account_id = '${id}'`),
      keep(owner, 'second_factors', `account_id = '${id}'`, 'account_kind, account_id'),
    ]);
    const verify = async (): Promise<number> => (await post(await arrived(test, who, amy.name), `${who.base}/verify`, { code: amy.recoveryCodes[0] })).status;
    expect(await verify()).toBe(200);
    const thief = await arrived(test, who, amy.name);
    await owner.query('update recovery_codes set used_at = null where account_id = $1', [id]);
    expect((await post(thief, `${who.base}/verify`, { code: amy.recoveryCodes[0] })).status).toBe(403);
    await isNamed(amy.name);
    for (const kept of rows) await kept.putBack();
    expect((await post(thief, `${who.base}/verify`, { code: amy.recoveryCodes[0] })).status).toBe(403);
    await isNamed(amy.name);
  });
});

it('an administrator’s earlier password, put back with the row, signs nobody in, is named, and is not opened by the operator', async () => {
  const administrators = test.app.get(AdministratorService);
  const PASSWORD = 'a password of an administrator';
  const signIn = async (password: string): Promise<number> => (await post(openBrowser(test), '/api/admin/login', { username: 'root', password })).status;
  await administrators.create('root', PASSWORD);
  const { rows: [root] } = await owner.query<{ id: string }>(`select id from administrators where username = 'root'`);
  const before = await keep(owner, 'administrators', `id = '${root?.id}'`);
  test.clock.advance(1_000);
  await administrators.reset('root', 'another password entirely', { secondFactor: false });
  await before.putBack();
  expect([await signIn(PASSWORD), await signIn('another password entirely')]).toEqual([403, 401]);
  expect(await named()).toEqual([root?.id]);
  await expect(administrators.setActive('root', true)).rejects.toThrow(/Nothing was opened/);
  await administrators.setActive('root', false);
  await expect(administrators.setActive('root', true)).rejects.toThrow(/Nothing was opened/);
  test.clock.advance(1_000);
  await administrators.reset('root', 'a third password entirely', { secondFactor: false });
  await administrators.setActive('root', true);
  expect([await signIn(PASSWORD), await signIn('a third password entirely')]).toEqual([401, 200]);
  expect(await named()).toEqual([]);
});
