import * as supertest from 'supertest';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { Agent, cookiesOf, openBrowser, pageHeaders, post } from '../harness/browser';
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

const WRONG = 'That code is not right. A code works once and for about a minute; please enter the newest one.';
const therapist = makeTherapist(() => google);
const enrol = (who: Kind): Promise<Enrolled> => enrolIn(test, who);
const arrived = (who: Kind, name: string): Promise<Agent> => arrivedIn(test, who, name);
const codeOf = (secret: string): string => nextCode(test, secret);

const actionsOf = async (who: Kind): Promise<string[]> => {
  const rows = await test.database.query<{ action: string }>(
    `select action from activity_log where actor_type = $1 order by at desc, id desc limit 12`,
    [who.kind === 'admin' ? 'admin' : 'therapist'],
  );
  return rows.map(({ action }) => action);
};

describe.each([
  ['a therapist', therapist],
  ['an administrator', administrator],
] as const)('the second factor of %s', (_, who) => {
  it('is off at first, offered as text, address and picture, and on once a code has shown that the app has it', async () => {
    const name = await who.make(test);
    const agent = openBrowser(test);
    await who.signIn(agent, name);
    expect((await agent.get(who.base).expect(200)).body).toEqual({ enabled: false, required: false, recovery_codes_left: 0 });
    const offer = await post(agent, `${who.base}/setup`);
    expect(offer.status).toBe(201);
    expect(offer.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(offer.body.otpauth_url as string).searchParams.get('secret')).toBe(offer.body.secret);
    expect(decodeURIComponent(new URL(offer.body.otpauth_url as string).pathname)).toBe(`/Attune:${name}`);
    expect(offer.body.qr_svg).toMatch(/^<svg [^]*<\/svg>\s*$/);
    const wrong = await post(agent, `${who.base}/confirm`, { code: '000000' });
    expect({ status: wrong.status, errors: wrong.body.errors }).toEqual({ status: 422, errors: [{ field: 'code', message: WRONG }] });
    const confirmed = await post(agent, `${who.base}/confirm`, { code: codeOf(offer.body.secret as string) });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    for (const code of confirmed.body.recovery_codes as string[]) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect((await agent.get(who.base).expect(200)).body).toEqual({ enabled: true, required: false, recovery_codes_left: 10 });
    expect((await post(agent, `${who.base}/setup`)).status).toBe(409);
    expect((await post(agent, `${who.base}/confirm`, { code: codeOf(offer.body.secret as string) })).status).toBe(409);
    expect(await actionsOf(who)).toContain('second_factor_enabled');
  });

  it('turned on, gives the browser another session and ends every other one', async () => {
    const name = await who.make(test);
    const [agent, other, waiting] = [openBrowser(test), openBrowser(test), openBrowser(test)];
    for (const browser of [agent, other]) await who.signIn(browser, name);
    const before = cookiesOf(agent);
    const { body } = await post(agent, `${who.base}/setup`);
    await post(agent, `${who.base}/confirm`, { code: codeOf(body.secret as string) });
    await agent.get(who.closed).expect(200);
    await other.get(who.closed).expect(401);
    await supertest.default(test.app.getHttpServer()).get(who.closed).set('Cookie', before).expect(401);
    expect((await who.signIn(waiting, name)).status).toBe(202);
  });

  it('is asked for at the next sign-in, and completes it under a new cookie', async () => {
    const { name, secret } = await enrol(who);
    const agent = await arrived(who, name);
    const pending = cookiesOf(agent);
    const wrong = await post(agent, `${who.base}/verify`, { code: '000000' });
    expect({ status: wrong.status, detail: wrong.body.detail }).toEqual({ status: 401, detail: WRONG });
    await agent.get(who.closed).expect(401);
    const right = await post(agent, `${who.base}/verify`, { code: codeOf(secret) });
    expect(right.status).toBe(200);
    expect(who.kind === 'admin' ? right.body.admin.username : right.body.email).toBe(name);
    await agent.get(who.closed).expect(200);
    // The waiting session is gone: its cookie neither opens anything nor verifies again.
    const replay = supertest.default(test.app.getHttpServer());
    await replay.get(who.closed).set('Cookie', pending).expect(401);
    await replay.post(`${who.base}/verify`).set({ ...(await pageHeaders(agent)), Cookie: pending }).send({ code: codeOf(secret) }).expect(401);
    expect((await post(agent, `${who.base}/verify`, { code: codeOf(secret) })).status).toBe(409);
    expect(await actionsOf(who)).toEqual(expect.arrayContaining(['second_factor_asked', 'second_factor_failed']));
  });

  it('accepts a code once, also for two at the same moment', async () => {
    const { name, secret } = await enrol(who);
    const browsers = [await arrived(who, name), await arrived(who, name), await arrived(who, name)];
    const code = codeOf(secret);
    const statuses = await Promise.all(browsers.map(async (agent) => (await post(agent, `${who.base}/verify`, { code })).status));
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { name, agent, recoveryCodes } = await enrol(who);
    const [first = '', second = ''] = recoveryCodes;
    const verify = async (code: string): Promise<number> => (await post(await arrived(who, name), `${who.base}/verify`, { code })).status;
    expect(await verify(first)).toBe(200);
    expect(await verify(first)).toBe(401);
    expect(await verify(` ${second.toUpperCase().replace('-', ' ')} `)).toBe(200);
    expect((await agent.get(who.base)).body.recovery_codes_left).toBe(8);
    expect(await actionsOf(who)).toContain('recovery_code_used');
  });

  it('gives new recovery codes for a code; the old ones are worth nothing', async () => {
    const { name, agent, secret, recoveryCodes } = await enrol(who);
    expect((await post(agent, `${who.base}/recovery-codes`, { code: '000000' })).status).toBe(422);
    const renewed = await post(agent, `${who.base}/recovery-codes`, { code: codeOf(secret) });
    expect(renewed.status).toBe(200);
    const verify = async (code: string | undefined): Promise<number> => (await post(await arrived(who, name), `${who.base}/verify`, { code })).status;
    expect(await verify(recoveryCodes[0])).toBe(401);
    expect(await verify((renewed.body.recovery_codes as string[])[0])).toBe(200);
    expect(await actionsOf(who)).toContain('recovery_codes_renewed');
  });

  it('is turned off with a code', async () => {
    const { name, agent, secret } = await enrol(who);
    expect((await post(agent, `${who.base}/disable`, { code: '000000' })).status).toBe(422);
    const off = await post(agent, `${who.base}/disable`, { code: codeOf(secret) });
    expect({ status: off.status, body: off.body }).toEqual({ status: 200, body: { enabled: false } });
    expect((await who.signIn(openBrowser(test), name)).status).toBe(200);
    expect((await post(agent, `${who.base}/disable`, { code: codeOf(secret) })).status).toBe(409);
    expect((await post(agent, `${who.base}/recovery-codes`, { code: codeOf(secret) })).status).toBe(409);
    expect(await actionsOf(who)).toContain('second_factor_disabled');
  });

  it('waits after five wrong codes, in every browser and for parallel guesses too, and lets the right one in after 15 minutes', async () => {
    const { name, secret } = await enrol(who);
    const browsers = [await arrived(who, name), await arrived(who, name)];
    const guesses = Array.from({ length: 8 }, (_, guess) => post(browsers[guess % 2] as Agent, `${who.base}/verify`, { code: `00000${guess}` }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const locked = await post(await arrived(who, name), `${who.base}/verify`, { code: codeOf(secret) });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
    test.clock.advance(15 * 60_000);
    expect((await post(await arrived(who, name), `${who.base}/verify`, { code: codeOf(secret) })).status).toBe(200);
  });

  it('lets its owner in from where a right code came, whatever somebody who knows the password guesses elsewhere', async () => {
    const { name, secret } = await enrol(who);
    const from = async (address: string): Promise<Agent> => (await arrived(who, name)).set('X-Forwarded-For', address);
    expect((await post(await from('198.51.100.7'), `${who.base}/verify`, { code: codeOf(secret) })).status).toBe(200);
    const elsewhere = await from('203.0.113.77');
    const guess = async (): Promise<number> => (await post(elsewhere, `${who.base}/verify`, { code: '000000' })).status;
    for (let guesses = 0; guesses < 5; guesses += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    const owner = await from('198.51.100.7');
    expect((await post(owner, `${who.base}/verify`, { code: '000000' })).status).toBe(401);
    expect((await post(owner, `${who.base}/verify`, { code: codeOf(secret) })).status).toBe(200);
    expect(await guess()).toBe(429);
  });

  it('keeps a waiting session out of everything else, and lets it live no longer than the idle limit', async () => {
    const { name } = await enrol(who);
    const agent = await arrived(who, name);
    const headers = { ...(await pageHeaders(agent)), Cookie: cookiesOf(agent) };
    const routes = test.app.get(AccessBootCheck).routes().filter(({ policy, admitsPending }) => policy?.kind === 'roles' && !admitsPending);
    expect(routes.length).toBeGreaterThan(25);
    for (const { method, path } of routes) {
      const url = `/api${path.replace(/:\w+/g, '0192d3a4-0000-7000-8000-000000000000')}`;
      const answer = await supertest.default(test.app.getHttpServer())[method.toLowerCase() as 'get' | 'post'](url).set(headers);
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 });
    }
    await agent.get('/api/auth/me').expect(401);
    // It has no right to a new secret: the account has one.
    expect((await post(agent, `${who.base}/setup`)).status).toBe(409);
    test.clock.advance(31 * 60_000);
    const late = await post(agent, `${who.base}/verify`, { code: '000000' });
    expect({ status: late.status, detail: late.body.detail }).toEqual({ status: 401, detail: 'Please sign in first.' });
  });

  it('ends with the sign-out of a session that waits', async () => {
    const { name, secret } = await enrol(who);
    const agent = await arrived(who, name);
    const pending = cookiesOf(agent);
    expect((await post(agent, who.kind === 'admin' ? '/api/admin/logout' : '/api/auth/logout')).status).toBe(200);
    const answer = await supertest
      .default(test.app.getHttpServer())
      .post(`${who.base}/verify`)
      .set({ ...(await pageHeaders(agent)), Cookie: pending })
      .send({ code: codeOf(secret) });
    expect(answer.status).toBe(401);
  });

  it('stores neither the secret nor a recovery code so that it could be read', async () => {
    const { secret, recoveryCodes } = await enrol(who);
    const [dump] = await test.database.query<{ text: string }>(
      `select (select string_agg(encode(f.secret, 'escape'), ' ') from second_factors f) || (select string_agg(encode(c.code_hash, 'escape') || c::text, ' ') from recovery_codes c) as text`,
    );
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) expect(dump?.text).not.toContain(plain);
  });
});
