import * as supertest from 'supertest';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { openBrowser, post, send } from '../harness/browser';
import { signInTherapist } from '../harness/signed-in';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  await commands().create('jane', PASSWORD);
});
afterAll(() => test.close());

const PASSWORD = 'a password of jane';
const HINT = { username: 'admin', password: 'attune-development' };
const commands = (): AdministratorService => test.app.get(AdministratorService);
const setCookies = (answer: supertest.Response): string[] => ([] as string[]).concat(answer.headers['set-cookie'] ?? []);
const login = (username: string, password: string, from = openBrowser(test)): Promise<supertest.Response> => post(from, '/api/admin/login', { username, password });

interface LogRow {
  action: string;
  actor_type: string;
  actor_id: string | null;
  subject_id: string | null;
  details: object;
}

const logOf = (action: string): Promise<LogRow[]> =>
  test.database.query<LogRow>('select action, actor_type, actor_id, subject_id, details from activity_log where action = $1 order by at desc, id desc', [action]);

describe('an administrator’s sign-in', () => {
  it('takes the form of the page and gives a session of its own kind', async () => {
    const answer = await openBrowser(test).post('/api/admin/login').field('username', ' Jane ').field('password', PASSWORD).expect(200);
    expect(answer.body).toEqual({ admin: { username: 'jane', role: 'administrator' } });
    const [cookie = '', ...more] = setCookies(answer);
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^admin_session=[\w-]{43};/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('takes JSON as well', async () => {
    expect((await login('jane', PASSWORD)).body).toEqual({ admin: { username: 'jane', role: 'administrator' } });
  });

  it.each([
    [{ username: '', password: 'x' }],
    [{ username: '   ', password: 'x' }],
    [{ username: 'jane', password: '' }],
    [{ username: 'jane', password: '   ' }],
    [{ username: 'jane' }],
    [{}],
  ])('asks for both: %j', async (body) => {
    const asked = await post(openBrowser(test), '/api/admin/login', body);
    expect({ status: asked.status, detail: asked.body.detail }).toEqual({ status: 400, detail: 'Please enter both username and password' });
    const form = openBrowser(test).post('/api/admin/login');
    for (const [name, value] of Object.entries(body)) form.field(name, value);
    expect((await form.field('unrelated', 'x')).status).toBe(400);
  });

  it('refuses a form with a file, a broken form and none at all', async () => {
    await openBrowser(test).post('/api/admin/login').field('username', 'jane').attach('password', Buffer.from(PASSWORD), 'password.txt').expect(400);
    await openBrowser(test).post('/api/admin/login').set('Content-Type', 'multipart/form-data; boundary=x').send('--y\r\n').expect(400);
    await openBrowser(test).post('/api/admin/login').set('Content-Type', 'multipart/form-data').send('x').expect(400);
    await openBrowser(test).post('/api/admin/login').expect(400);
  });

  it('answers a wrong password, an unknown name and a closed account alike', async () => {
    await commands().create('closed', PASSWORD);
    await commands().setActive('closed', false);
    const answers = await Promise.all([login('jane', 'wrong'), login('nobody', PASSWORD), login('closed', PASSWORD)]);
    for (const { status, body } of answers) expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'Invalid username or password.' });
  });

  it('lives beside a therapist’s session in the same browser', async () => {
    const agent = openBrowser(test);
    const therapist = await signInTherapist(test);
    agent.jar.setCookie(therapist.cookie.split('; ')[0] ?? '', '127.0.0.1', '/');
    expect((await login('jane', PASSWORD, agent)).status).toBe(200);
    await agent.get('/api/auth/me').expect(200);
    await agent.get('/api/admin/sessions').expect(200);
    expect((await post(agent, '/api/admin/logout')).status).toBe(200);
    await agent.get('/api/auth/me').expect(200);
    await agent.get('/api/admin/sessions').expect(401);
  });

  it('is in the activity log: success and sign-out by the administrator, failure without what was typed', async () => {
    const admin = await signInAdmin(test);
    expect((await logOf('admin_login_success'))[0]).toMatchObject({ actor_type: 'admin', actor_id: admin.id, subject_id: admin.id });
    await admin.post('/api/admin/logout').expect(200);
    expect((await logOf('logout'))[0]).toMatchObject({ actor_type: 'admin', actor_id: admin.id });
    await login(admin.username, 'wrong');
    await login('typed-by-a-stranger', 'wrong');
    const [unknown, known] = await logOf('admin_login_failed');
    expect(known).toMatchObject({ actor_type: 'visitor', actor_id: null, subject_id: admin.id, details: {} });
    expect(unknown).toMatchObject({ actor_type: 'visitor', actor_id: null, subject_id: null, details: {} });
    const [dump] = await test.database.query<{ text: string }>(`select string_agg(l::text, ' ') as text from activity_log l`);
    expect(dump?.text).not.toContain('stranger');
  });

  it('ends on the server at sign-out, and the browser’s cache is emptied', async () => {
    const admin = await signInAdmin(test);
    const answer = await admin.post('/api/admin/logout').expect(200);
    expect(answer.body).toEqual({ status: 'signed_out' });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(setCookies(answer)[0]).toMatch(/^admin_session=; .*Max-Age=0/);
    await admin.get('/api/admin/sessions').expect(401);
    const therapist = await signInTherapist(test);
    expect((await therapist.post('/api/auth/logout').expect(200)).headers['clear-site-data']).toBe('"cache"');
  });
});

describe('how long an administrator’s session lasts', () => {
  const MINUTE = 60_000;
  const background = (admin: SignedInAdmin): supertest.Test => admin.get('/api/admin/me').set('X-Background', '1');
  let advanced = 0;
  const advance = (ms: number): void => {
    test.clock.advance(ms);
    advanced += ms;
  };
  afterEach(() => advance(-advanced));

  it('is told with whose it is; extending moves the idle end, a timer’s look does not', async () => {
    const admin = await signInAdmin(test);
    const { body: first } = await background(admin).expect(200);
    expect(first).toEqual({
      admin: { username: admin.username, role: 'administrator' },
      idle_expires_at: expect.any(String),
      absolute_expires_at: expect.any(String),
    });
    advance(20 * MINUTE);
    expect((await background(admin).expect(200)).body).toEqual(first);
    const { body: extended } = await admin.post('/api/admin/extend').expect(200);
    expect(extended).toEqual({ ...first, idle_expires_at: extended.idle_expires_at });
    expect(Date.parse(extended.idle_expires_at) - Date.parse(first.idle_expires_at)).toBeGreaterThanOrEqual(20 * MINUTE);
    expect((await background(admin).expect(200)).body).toEqual(extended);
  });

  it('is over at the idle end, however often a timer looked, and cannot be extended any more', async () => {
    const admin = await signInAdmin(test);
    advance(29 * MINUTE);
    await background(admin).expect(200);
    advance(2 * MINUTE);
    await background(admin).expect(401);
    await admin.post('/api/admin/extend').expect(401);
  });

  it('moves with a person’s look, but never past the absolute end', async () => {
    const admin = await signInAdmin(test);
    const { body: first } = await background(admin).expect(200);
    for (let step = 0; step < 24; step += 1) {
      advance(29.5 * MINUTE);
      await admin.get('/api/admin/me').expect(200);
    }
    const { body: last } = await admin.post('/api/admin/extend').expect(200);
    expect(last).toEqual({ ...first, idle_expires_at: first.absolute_expires_at });
    advance(13 * MINUTE);
    await admin.get('/api/admin/me').expect(401);
  });

  it('is nothing that a sign-in without its second factor may ask', async () => {
    const admin = await signInEmergencyAdmin(test);
    const agent = openBrowser(test);
    expect((await login(admin.username, admin.password, agent)).status).toBe(202);
    await agent.get('/api/admin/me').expect(401);
    expect((await post(agent, '/api/admin/extend')).status).toBe(401);
  });
});

describe('an administrator’s own password', () => {
  it('is changed with the current one; other sessions end, the old password is worth nothing', async () => {
    const admin = await signInAdmin(test);
    const elsewhere = openBrowser(test);
    await login(admin.username, admin.password, elsewhere);
    const changed = await admin.post('/api/admin/password', { current_password: admin.password, new_password: 'another long password' });
    expect({ status: changed.status, body: changed.body }).toEqual({ status: 200, body: { status: 'changed' } });
    await admin.get('/api/admin/sessions').expect(200);
    await elsewhere.get('/api/admin/sessions').expect(401);
    expect((await login(admin.username, admin.password)).status).toBe(401);
    expect((await login(admin.username, 'another long password')).status).toBe(200);
    expect((await logOf('change_password'))[0]).toMatchObject({ actor_id: admin.id, subject_id: admin.id });
  });

  it('refuses a wrong current one, a short one, the same one and the one that everybody knows', async () => {
    const admin = await signInAdmin(test);
    const change = (current_password: string, new_password: string): Promise<supertest.Response> =>
      admin.post('/api/admin/password', { current_password, new_password }) as unknown as Promise<supertest.Response>;
    const refusals = [
      [await change('wrong', 'another long password'), 403, 'The current password is not right.', 'current_password'],
      [await change(admin.password, 'short'), 400, 'A password has 12 to 200 characters.', 'new_password'],
      [await change(admin.password, admin.password), 422, 'This is the current password. Please choose another.', 'new_password'],
      [await change(admin.password, HINT.password), 422, 'This is the password of development machines, which everybody knows. Please choose another.', 'new_password'],
    ] as const;
    for (const [{ status, body }, wanted, detail, field] of refusals) {
      expect({ status, detail: body.detail, field: body.errors[0].field }).toEqual({ status: wanted, detail, field });
    }
  });

  it('is not guessed from a session that somebody left open: five wrong ones and it waits', async () => {
    const admin = await signInAdmin(test);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await admin.post('/api/admin/password', { current_password: `guess ${guess}`, new_password: 'another long password' })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    await admin.post('/api/admin/password', { current_password: admin.password, new_password: 'another long password' }).expect(429);
  });
});

describe('closing an account', () => {
  it('ends its live sessions at once; opened again, it begins without any', async () => {
    const admin = await signInAdmin(test);
    await commands().setActive(admin.username, false);
    await admin.get('/api/admin/sessions').expect(401);
    expect((await login(admin.username, admin.password)).status).toBe(401);
    await commands().setActive(admin.username, true);
    await admin.get('/api/admin/sessions').expect(401);
    expect((await login(admin.username, admin.password)).status).toBe(200);
  });

  it('with a reset: another password, no session, and on request no second factor', async () => {
    const admin = await signInEmergencyAdmin(test);
    await commands().reset(admin.username, 'the operator’s choice', { secondFactor: false });
    await admin.get('/api/admin/sessions').expect(401);
    const agent = openBrowser(test);
    expect((await login(admin.username, 'the operator’s choice', agent)).body).toEqual({ status: 'second_factor_required' });
    await commands().reset(admin.username, 'the operator’s choice', { secondFactor: true });
    expect((await send(agent, 'post', '/api/admin/second-factor/verify', { code: '000000' })).status).toBe(401);
    expect((await login(admin.username, 'the operator’s choice')).status).toBe(200);
    expect((await logOf('reset_administrator'))[0]).toMatchObject({ actor_type: 'system', subject_id: admin.id });
  });
});
