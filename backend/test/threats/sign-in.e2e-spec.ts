import { Test } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import * as supertest from 'supertest';
import { configureApi } from '../../src/api';
import { ApiModule } from '../../src/api.module';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import { DEVELOPMENT_ADMIN } from '../../src/config/production';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { Agent, codeOf, cookiesOf, exchange, openBrowser, pageHeaders, post, signInWithGoogle, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { signInTherapist } from '../harness/signed-in';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const KEYS = `test:${randomBytes(32).toString('base64')}`;
const PASSWORD = 'a password of an administrator';

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, ENCRYPTION_KEYS: KEYS });
});
afterAll(async () => {
  await test.close();
  await google.close();
});

const server = (): ReturnType<typeof supertest.default> => supertest.default(test.app.getHttpServer());
const login = (agent: Agent, username: string, password: string): Promise<supertest.Response> => post(agent, '/api/admin/login', { username, password });
const setCookies = (answer: supertest.Response): string[] => ([] as string[]).concat(answer.headers['set-cookie'] ?? []);
const ABSENT = '0192d3a4-0000-7000-8000-000000000000';

describe('threat 8: mixing roles', () => {
  it('threat 8: a therapist’s cookie opens no door of the administrator, an administrator’s none of anybody else', async () => {
    const therapist = await signInTherapist(test);
    const admin = await signInAdmin(test);
    const closed = test.app.get(AccessBootCheck).routes().filter(({ policy }) => policy?.kind === 'roles');
    const doors = { admin: 0, others: 0 };
    for (const { method, path, policy } of closed) {
      const isAdmins = policy?.kind === 'roles' && policy.roles.includes('admin');
      doors[isAdmins ? 'admin' : 'others'] += 1;
      const sender = isAdmins ? therapist : admin;
      const url = `/api${path.replace(/:\w+/g, ABSENT)}`;
      const answer = await server()[method.toLowerCase() as 'get' | 'post'](url).set({ Cookie: sender.cookie, Origin: TEST_ORIGIN, 'X-XSRF-TOKEN': sender.csrf });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 });
    }
    expect(doors.admin).toBeGreaterThan(5);
    expect(doors.others).toBeGreaterThan(20);
  });

  it('threat 8: no route is open to administrators and others at once, and a session’s token counts under its own cookie name only', async () => {
    for (const { path, policy } of test.app.get(AccessBootCheck).routes()) {
      if (policy?.kind !== 'roles' || !policy.roles.includes('admin')) continue;
      expect({ path, roles: policy.roles }).toEqual({ path, roles: ['admin'] });
    }
    const therapist = await signInTherapist(test);
    const token = /session=([^;]+)/.exec(therapist.cookie)?.[1] ?? '';
    await server().get('/api/admin/sessions').set('Cookie', `admin_session=${token}`).expect(401);
  });
});

describe('threat 9: a session that somebody else chose', () => {
  it('threat 9: a token that the server did not make is not taken over, neither by a therapist’s nor by an administrator’s sign-in', async () => {
    const planted = 'p'.repeat(43);
    const agent = openBrowser(test);
    for (const name of ['session', 'admin_session']) agent.jar.setCookie(`${name}=${planted}`, '127.0.0.1', '/');
    expect((await signInWithGoogle(google, agent, 'planted@example.org')).status).toBe(200);
    await test.app.get(AdministratorService).create('planted', PASSWORD);
    expect((await login(agent, 'planted', PASSWORD)).status).toBe(200);
    expect(cookiesOf(agent)).not.toContain(planted);
    await server().get('/api/auth/me').set('Cookie', `session=${planted}`).expect(401);
    await server().get('/api/admin/sessions').set('Cookie', `admin_session=${planted}`).expect(401);
  });

  it('threat 9: every sign-in gives a new token, and the browser’s earlier one is worth nothing', async () => {
    const agent = openBrowser(test);
    await login(agent, 'planted', PASSWORD);
    const first = cookiesOf(agent);
    await login(agent, 'planted', PASSWORD);
    expect(cookiesOf(agent)).not.toBe(first);
    await server().get('/api/admin/sessions').set('Cookie', first).expect(401);
    await agent.get('/api/admin/sessions').expect(200);
  });

  it('threat 9: no call changes who a session belongs to by an id or an address in its body', async () => {
    const agent = openBrowser(test);
    await signInWithGoogle(google, agent, 'identity@example.org');
    const before = (await agent.get('/api/auth/me')).body as { id: string; email: string };
    for (const path of ['/api/auth/extend', '/api/auth/session', '/api/auth/second-factor/setup']) {
      await post(agent, path, { id: ABSENT, user_id: ABSENT, email: 'victim@example.org', user_type: 'admin', session_id: 'x' });
    }
    expect((await agent.get('/api/auth/me')).body).toMatchObject({ id: before.id, email: before.email, user_type: 'therapist' });
  });
});

describe('threat 10: the one-time code in the address', () => {
  it('threat 10: works once, for 60 seconds, in the browser that began, by POST', async () => {
    const agent = openBrowser(test);
    const code = codeOf(await throughGoogle(google, agent, 'type', 'code@example.org'));
    // A victim who opens an attacker's link does not land in the attacker's account.
    expect((await exchange(openBrowser(test), code)).status).toBe(401);
    await agent.get('/api/auth/session').query({ session_id: code }).expect(404);
    expect((await exchange(agent, code)).status).toBe(200);
    expect((await exchange(agent, code)).status).toBe(401);
    const late = codeOf(await throughGoogle(google, agent, 'type', 'code@example.org'));
    test.clock.advance(60_001);
    expect((await exchange(agent, late)).status).toBe(401);
    test.clock.advance(-60_001);
  });

  it('threat 10: is used up by one of many at the same moment', async () => {
    const agent = openBrowser(test);
    const code = codeOf(await throughGoogle(google, agent, 'type', 'code@example.org'));
    const headers = { ...(await pageHeaders(agent)), Cookie: cookiesOf(agent) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => server().post('/api/auth/session').set(headers).send({ session_id: code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
  });
});

describe('threat 12: a redirect that leaves the site', () => {
  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', '/%5cevil.example\n', 'javascript:alert(1)', '/dashboard#session_id=planted', `/${'x'.repeat(600)}`])(
    'threat 12: %j is refused',
    async (redirect) => {
      const answer = await openBrowser(test).get('/api/auth/google').query({ redirect });
      expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status: 400, detail: 'The page to return to must be a page of this site.' });
    },
  );

  it('threat 12: and the return goes to a path of this site', async () => {
    const landing = await throughGoogle(google, openBrowser(test), 'demo', undefined, '/?plan=practice%20suite');
    expect(new URL(landing, TEST_ORIGIN).origin).toBe(TEST_ORIGIN);
    expect(landing).toMatch(/^\/\?plan=practice%20suite#session_id=[\w-]{43}$/);
  });
});

describe('threat 13: another site that sends our cookies along', () => {
  const calls = [
    ['/api/admin/login', { username: 'planted', password: PASSWORD }],
    ['/api/admin/logout', undefined],
    ['/api/auth/logout', undefined],
    ['/api/admin/password', { current_password: PASSWORD, new_password: 'another long password' }],
  ] as const;

  it.each(calls)('threat 13: %s refuses a missing, a foreign and a planted token, and a foreign origin', async (path, body) => {
    const agent = openBrowser(test);
    await login(agent, 'planted', PASSWORD);
    const good = await pageHeaders(agent);
    const Cookie = cookiesOf(agent);
    const stranger = await pageHeaders(openBrowser(test));
    const forged = 'forged.forged';
    const bad = [
      { Origin: TEST_ORIGIN, Cookie },
      { ...good, Cookie, 'X-XSRF-TOKEN': stranger['X-XSRF-TOKEN'] ?? '' },
      { ...good, Cookie: Cookie.replace(/XSRF-TOKEN=[^;]+/, `XSRF-TOKEN=${forged}`), 'X-XSRF-TOKEN': forged },
      { ...good, Cookie, Origin: 'https://evil.example' },
      { 'X-XSRF-TOKEN': good['X-XSRF-TOKEN'] ?? '', Cookie },
    ];
    for (const headers of bad) expect((await server().post(path).set(headers).send(body)).status).toBe(403);
    await agent.get('/api/admin/sessions').expect(200);
  });

  it.each(calls)('threat 13: %s refuses what a plain form of another site sends', async (path, body) => {
    const agent = openBrowser(test);
    await login(agent, 'planted', PASSWORD);
    const headers = { ...(await pageHeaders(agent)), Cookie: cookiesOf(agent) };
    const form = new URLSearchParams(body ?? { a: 'b' }).toString();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      expect((await server().post(path).set(headers).set('Content-Type', type).send(form)).status).toBe(415);
    }
    // The multipart form is the sign-in page's own: another site's lacks the token.
    const foreign = server().post(path).set({ Cookie: cookiesOf(agent), Origin: 'https://evil.example' }).field('username', 'planted').field('password', PASSWORD);
    expect((await foreign).status).toBe(403);
    await agent.get('/api/admin/sessions').expect(200);
  });

  it('threat 13: a first sign-in without any cookie is not started from another site either', async () => {
    const foreign = server().post('/api/admin/login').set('Origin', 'https://evil.example').field('username', 'planted').field('password', PASSWORD);
    const answer = await foreign;
    expect({ status: answer.status, cookies: setCookies(answer) }).toEqual({ status: 403, cookies: [] });
  });
});

describe('threat 18: credentials that everybody knows', () => {
  const hint = (): Promise<supertest.Response> => server().get('/api/admin/login-hint') as unknown as Promise<supertest.Response>;
  const production = (): Record<string, string> => ({
    NODE_ENV: 'production',
    ENCRYPTION_KEYS: KEYS,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: TEST_ORIGIN,
    DATABASE_URL: test.testDatabase.url,
    MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl,
    LOG_LEVEL: 'silent',
  });

  /** Starts the server as an operator would, over the same database. */
  async function boot(environment: Record<string, string>): Promise<{ get(path: string): supertest.Test; close(): Promise<void> }> {
    const config = new AppConfig(readEnvironment(environment));
    const module = await Test.createTestingModule({ imports: [ApiModule] }).overrideProvider(AppConfig).useValue(config).compile();
    const app = module.createNestApplication<import('@nestjs/platform-express').NestExpressApplication>({ bodyParser: false, logger: false });
    configureApi(app);
    try {
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      throw error;
    }
    return { get: (path) => supertest.default(app.getHttpServer()).get(path), close: () => app.close() };
  }

  it('threat 18: outside production the hint is what signs in', async () => {
    const answer = await hint();
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: DEVELOPMENT_ADMIN });
    expect((await login(openBrowser(test), DEVELOPMENT_ADMIN.username, DEVELOPMENT_ADMIN.password)).status).toBe(200);
  });

  it('threat 18: production does not start with the development administrator, and says what to do', async () => {
    await expect(boot(production())).rejects.toThrow(/administrator admin has the password of development machines.*npm run admin -- reset admin.*disable admin/);
  });

  it('threat 18: nor with that password under another name', async () => {
    const commands = test.app.get(AdministratorService);
    await commands.setActive('admin', false);
    await test.database.query(
      `insert into administrators (id, username, password_hash, created_at) select $1, 'renamed', password_hash, now() from administrators where username = 'admin'`,
      [ABSENT],
    );
    await expect(boot(production())).rejects.toThrow('administrator renamed has the password of development machines');
    await commands.setActive('renamed', false);
  });

  it('threat 18: nor is that password taken from the environment, by a command or on the account page', async () => {
    expect(() => readEnvironment({ ...production(), ADMIN_PASSWORD: DEVELOPMENT_ADMIN.password })).toThrow('ADMIN_PASSWORD');
    await expect(test.app.get(AdministratorService).create('jane', DEVELOPMENT_ADMIN.password)).rejects.toThrow('everybody knows');
    await expect(test.app.get(AdministratorService).reset('planted', DEVELOPMENT_ADMIN.password, { secondFactor: false })).rejects.toThrow('everybody knows');
  });

  it('threat 18: production starts without it, makes its own first administrator, and shows no hint', async () => {
    const live = await boot({ ...production(), ADMIN_USERNAME: 'Operator', ADMIN_PASSWORD: 'the password of the operator' });
    await live.get('/api/admin/login-hint').expect(404);
    await live.close();
    expect((await login(openBrowser(test), 'operator', 'the password of the operator')).status).toBe(200);
    // A second start leaves who is there as they are.
    await (await boot({ ...production(), ADMIN_USERNAME: 'operator', ADMIN_PASSWORD: 'quite another password' })).close();
    expect((await login(openBrowser(test), 'operator', 'the password of the operator')).status).toBe(200);
    expect((await login(openBrowser(test), 'operator', 'quite another password')).status).toBe(401);
  });

  it('threat 18: the hint ends when the development administrator is closed, and when the password is changed', async () => {
    expect((await hint()).status).toBe(404);
    await test.app.get(AdministratorService).setActive('admin', true);
    expect((await hint()).status).toBe(200);
    const agent = openBrowser(test);
    await login(agent, DEVELOPMENT_ADMIN.username, DEVELOPMENT_ADMIN.password);
    const changed = await post(agent, '/api/admin/password', { current_password: DEVELOPMENT_ADMIN.password, new_password: 'nobody knows this one' });
    expect(changed.status).toBe(200);
    expect((await hint()).status).toBe(404);
    await (await boot(production())).close();
  });
});

describe('threat 18: guessing a password', () => {
  const SORRY = 'There were too many failed sign-ins. Please wait a few minutes and try again.';

  it.each([
    ['a known name', 'planted'],
    ['an unknown name', 'nobody-at-all'],
  ])('threat 18: %s is locked from a connection after five failures in 15 minutes, in the same words', async (_, username) => {
    const agent = openBrowser(test);
    const answers = [];
    for (let guess = 0; guess < 6; guess += 1) answers.push(await login(agent, username, `guess ${guess}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    for (const { body } of answers.slice(0, 5)) expect(body.detail).toBe('Invalid username or password.');
    const locked = await login(agent, username.toUpperCase(), PASSWORD);
    expect({ status: locked.status, detail: locked.body.detail }).toEqual({ status: 429, detail: SORRY });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('threat 18: another connection and another name are not locked with it, and 15 minutes later neither is this one', async () => {
    const agent = openBrowser(test);
    for (let guess = 0; guess < 5; guess += 1) await login(agent, 'planted', 'wrong');
    expect((await login(agent, 'planted', PASSWORD)).status).toBe(429);
    expect((await login(openBrowser(test), 'planted', PASSWORD)).status).toBe(200);
    expect((await login(agent, 'operator', 'the password of the operator')).status).toBe(200);
    test.clock.advance(15 * 60_000 + 1_000);
    expect((await login(agent, 'planted', PASSWORD)).status).toBe(200);
  });

  it('threat 18: right passwords do not count', async () => {
    const agent = openBrowser(test);
    for (let time = 0; time < 8; time += 1) expect((await login(agent, 'planted', PASSWORD)).status).toBe(200);
  });

  it('threat 18: parallel guesses do not pass the limit', async () => {
    const agent = openBrowser(test);
    const headers = { ...(await pageHeaders(agent)), Cookie: cookiesOf(agent), 'X-Forwarded-For': '192.0.2.18' };
    const guesses = Array.from({ length: 20 }, (_, guess) => server().post('/api/admin/login').set(headers).send({ username: 'planted', password: `guess ${guess}` }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)]);
  });

  it('threat 18: one connection cannot try a few passwords on very many names', async () => {
    const agent = openBrowser(test);
    const headers = await pageHeaders(agent);
    const statuses: number[] = [];
    // More than eight of one network are not let into the line for the hasher.
    for (let name = 0; name < 53; name += 8) {
      const tries = Array.from({ length: Math.min(8, 53 - name) }, (_, one) => agent.post('/api/admin/login').set(headers).send({ username: `name-${name + one}`, password: 'Spring2026!!' }));
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    expect(statuses.sort()).toEqual([...Array<number>(50).fill(401), ...Array<number>(3).fill(429)]);
  });

  it('threat 18: the lock survives a restart of the server', async () => {
    const address = '192.0.2.77';
    const agent = openBrowser(test, address);
    for (let guess = 0; guess < 5; guess += 1) await login(agent, 'planted', 'wrong');
    const restarted = await startTestApp({ ...google.environment, ENCRYPTION_KEYS: KEYS }, () => undefined, test.testDatabase);
    restarted.clock.set(test.clock.now().toISOString());
    expect((await login(openBrowser(restarted, address), 'planted', PASSWORD)).status).toBe(429);
    expect((await login(openBrowser(restarted), 'planted', PASSWORD)).status).toBe(200);
    await restarted.close();
  });
});
