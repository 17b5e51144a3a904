import { generateSync } from 'otplib';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { Agent, openBrowser, post } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { administrator, arrived as arrivedIn, enrol as enrolIn, Enrolled, Kind, therapist as makeTherapist, nextCode } from '../harness/second-factor-accounts';

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

const therapist = makeTherapist(() => google);
const enrol = (who: Kind): Promise<Enrolled> => enrolIn(test, who);
const arrived = (who: Kind, name: string): Promise<Agent> => arrivedIn(test, who, name);
const codeOf = (secret: string): string => nextCode(test, secret);

it.each([['therapist', () => therapist], ['administrator', () => administrator]] as const)('is set up by a %s who signed in a moment ago, not in a browser that was left open', async (_, kind) => {
  const who = kind();
  const agent = openBrowser(test);
  await who.signIn(agent, await who.make(test));
  test.clock.advance(11 * 60_000);
  const refused = await post(agent, `${who.base}/setup`);
  expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([403, expect.stringMatching(/sign out and in again/)]);
});

describe('a lost authenticator', () => {
  it('is taken away by the operator, and every session ends', async () => {
    const { name, agent } = await enrol(therapist);
    await test.app.get(SecondFactorService).dropOfTherapist(` ${name.toUpperCase()} `);
    await agent.get('/api/auth/me').expect(401);
    expect((await therapist.signIn(openBrowser(test), name)).status).toBe(200);
    await expect(test.app.get(SecondFactorService).dropOfTherapist(name)).rejects.toThrow('Two-step sign-in is not on.');
    await expect(test.app.get(SecondFactorService).dropOfTherapist('nobody@example.org')).rejects.toThrow('There is no therapist');
  });
});

describe('turning on and signing in at the same moment', () => {
  it('leaves no whole session behind that never gave the second factor', async () => {
    const name = await administrator.make(test);
    const agent = openBrowser(test);
    await administrator.signIn(agent, name);
    const { body } = await post(agent, '/api/admin/second-factor/setup');
    const rivals = [openBrowser(test), openBrowser(test), openBrowser(test)];
    const [confirmed, ...answers] = await Promise.all([
      post(agent, '/api/admin/second-factor/confirm', { code: codeOf(body.secret as string) }),
      ...rivals.map((rival) => administrator.signIn(rival, name)),
    ]);
    expect(confirmed?.status).toBe(200);
    for (const { status } of answers) expect([200, 202]).toContain(status);
    for (const rival of rivals) await rival.get('/api/admin/sessions').expect(401);
    await agent.get('/api/admin/sessions').expect(200);
  });
});

describe('a client', () => {
  it('has no second factor: the routes are the therapist’s', async () => {
    const routes = test.app.get(AccessBootCheck).routes().filter(({ path }) => path.startsWith('/auth/second-factor'));
    expect(routes).toHaveLength(6);
    for (const { policy } of routes) expect(policy).toEqual({ kind: 'roles', roles: ['therapist'] });
  });
});

describe('where the operator requires it', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ ...google.environment, REQUIRE_SECOND_FACTOR: 'administrators,therapists' });
    await strict.app.get(AdministratorService).create('jane', 'a password of an administrator');
  });
  afterAll(() => strict.close());

  it.each([
    ['a therapist', therapist, 'strict@example.org'],
    ['an administrator', administrator, 'jane'],
  ] as const)('%s sets it up while signing in, and cannot turn it off', async (_, who, name) => {
    const agent = openBrowser(strict);
    const first = await who.signIn(agent, name);
    expect({ status: first.status, body: first.body }).toEqual({ status: 202, body: { status: 'second_factor_setup' } });
    await agent.get(who.closed).expect(401);
    expect((await post(agent, `${who.base}/verify`, { code: '000000' })).status).toBe(401);
    const { body } = await post(agent, `${who.base}/setup`);
    const secret = body.secret as string;
    const code = (): string => generateSync({ secret, epoch: Math.floor(strict.clock.now().getTime() / 1000) });
    const confirmed = await post(agent, `${who.base}/confirm`, { code: code() });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    await agent.get(who.closed).expect(200);
    expect((await agent.get(who.base)).body).toMatchObject({ enabled: true, required: true });
    strict.clock.advance(30_000);
    const off = await post(agent, `${who.base}/disable`, { code: code() });
    expect({ status: off.status, detail: off.body.detail }).toEqual({ status: 403, detail: 'Two-step sign-in is required here and cannot be turned off.' });
    const again = await who.signIn(openBrowser(strict), name);
    expect(again.body).toEqual({ status: 'second_factor_required' });
  });

  it('takes the therapist’s sign-in into the log when it is complete, not before', async () => {
    const agent = openBrowser(strict);
    await therapist.signIn(agent, 'late@example.org');
    const actions = async (): Promise<string[]> => {
      const rows = await strict.database.query<{ action: string }>(
        `select l.action from activity_log l join users u on u.id = l.actor_id where u.email = 'late@example.org' order by l.at, l.id`,
      );
      return rows.map(({ action }) => action);
    };
    expect(await actions()).toEqual(['second_factor_asked']);
    const { body } = await post(agent, '/api/auth/second-factor/setup');
    const code = generateSync({ secret: body.secret as string, epoch: Math.floor(strict.clock.now().getTime() / 1000) });
    await post(agent, '/api/auth/second-factor/confirm', { code });
    expect(await actions()).toEqual(['second_factor_asked', 'second_factor_enabled', 'login']);
  });
});

it('a code of one account is worth nothing for another', async () => {
  const [mine, theirs] = [await enrol(administrator), await enrol(administrator)];
  const agent = await arrived(administrator, theirs.name);
  expect((await post(agent, '/api/admin/second-factor/verify', { code: codeOf(mine.secret) })).status).toBe(401);
  expect((await post(agent, '/api/admin/second-factor/verify', { code: mine.recoveryCodes[0] })).status).toBe(401);
});

it('a secret is bound to its account: moved to another row it does not open, and nobody gets in', async () => {
  const [mine, theirs] = [await enrol(administrator), await enrol(administrator)];
  const idOf = async (username: string): Promise<string> =>
    (await test.database.query<{ id: string }>('select id from administrators where username = $1', [username]))[0]?.id ?? '';
  const [source, target] = [await idOf(mine.name), await idOf(theirs.name)];
  await test.database.query('update second_factors set secret = (select secret from second_factors where account_id = $1) where account_id = $2', [source, target]);
  const verified = test.app.get(SecondFactorService).verify({ kind: 'admin', id: target }, codeOf(mine.secret), SYSTEM_ACTOR, () => Promise.resolve('in'));
  await expect(verified).rejects.toThrow(/changed by somebody else/);
});
