import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { SessionService } from '../../src/modules/auth/sessions/session.service';
import { AccountsService } from '../../src/modules/auth/sign-in/accounts.service';
import { Agent, codeOf, cookiesOf, exchange, openBrowser, pageHeaders, post, send, signInWithGoogle, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { eventually } from '../harness/outbox-worker';
import { signInTherapist } from '../harness/signed-in';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

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

interface Listed {
  id: string;
  browser: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

async function signedIn(email: string, userAgent = FIREFOX): Promise<Agent> {
  const agent = openBrowser(test).set('User-Agent', userAgent);
  expect((await signInWithGoogle(google, agent, email)).status).toBe(200);
  return agent;
}

const list = async (agent: Agent, path = '/api/auth/sessions'): Promise<Listed[]> => (await agent.get(path).expect(200)).body as Listed[];

/** A client with a live session, as a client's sign-in begins it. */
async function signedInClient(verified: boolean): Promise<Agent> {
  const id = newId();
  await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', $2, 'A client')`, [id, `${id}@example.org`]);
  const { cookie } = await test.app.get(Works).begin(SYSTEM_ACTOR, (work) =>
    test.app.get(SessionService).begin(work, { id, userType: 'client' }, { address: '127.0.0.1', browser: 'Test browser', verified }),
  );
  const agent = openBrowser(test);
  agent.jar.setCookie(cookie, '127.0.0.1', '/');
  return agent;
}

it('a session that is over admits nobody who asks after that, among many who asked in the same moment', async () => {
  const agent = await signedIn('over@example.org');
  const { id } = (await agent.get('/api/auth/me').expect(200)).body as { id: string };
  let isOver = false;
  const answers: [boolean, number][] = [];
  const ask = async (): Promise<void> => {
    while (answers.filter(([after]) => after).length < 20) {
      const after = isOver;
      answers.push([after, (await agent.get('/api/auth/me')).status]);
    }
  };
  const asking = Promise.all(Array.from({ length: 8 }, ask));
  await eventually(() => expect(answers.length).toBeGreaterThan(20));
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(SessionService).endAllOf(work, id));
  isOver = true;
  await asking;
  expect(answers.filter(([after, status]) => after && status !== 401)).toEqual([]);
  expect(answers[0]).toEqual([false, 200]);
});

describe('a therapist’s sessions', () => {
  it('are listed with browser and times, the one that asks marked, and nobody else’s', async () => {
    const desk = await signedIn('listed@example.org');
    const phone = await signedIn('listed@example.org', SAFARI);
    await signedIn('somebody.else@example.org');
    const sessions = await list(desk);
    expect(sessions.map(({ browser, current }) => ({ browser, current })).sort((a, b) => a.browser.localeCompare(b.browser))).toEqual([
      { browser: 'Firefox on Windows (computer)', current: true },
      { browser: 'Safari on iOS (phone)', current: false },
    ]);
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(['browser', 'created_at', 'current', 'id', 'last_seen_at']);
      expect(Date.parse(session.last_seen_at)).toBeGreaterThanOrEqual(Date.parse(session.created_at));
    }
    expect((await list(phone)).find(({ current }) => current)?.browser).toBe('Safari on iOS (phone)');
  });

  it('tell each its own key for what lies unsaved in its browser, and none once they are over', async () => {
    const keyOf = async (agent: Agent): Promise<string> => ((await agent.get('/api/auth/me').expect(200)).body as { draft_key: string }).draft_key;
    const [desk, phone] = [await signedIn('typing@example.org'), await signedIn('typing@example.org', SAFARI)];
    const key = await keyOf(desk);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect([await keyOf(desk), (await keyOf(phone)) === key]).toEqual([key, false]);
    expect((await send(desk, 'post', '/api/auth/logout')).status).toBe(200);
    await desk.get('/api/auth/me').expect(401);
    expect((await signInWithGoogle(google, desk, 'typing@example.org')).status).toBe(200);
    expect(await keyOf(desk)).not.toBe(key);
  });

  it('answer no page of somebody else, and do nothing for it', async () => {
    const agent = await signedIn('left.open@example.org');
    const { id } = (await agent.get('/api/auth/me').expect(200)).body as { id: string };
    await agent.get('/api/therapist/services').set('X-Account', id).expect(200);
    expect((await signInWithGoogle(google, agent, 'came.after@example.org')).status).toBe(200);
    const draft = '/api/therapist/enhanced-session-notes/drafts/0190cccc-0000-7000-8000-000000000001';
    const refused = await agent.put(draft).set({ ...(await pageHeaders(agent)), 'X-Account': id }).send({}).expect(409);
    expect(refused.body).toMatchObject({ detail: 'Somebody else has signed in in this browser meanwhile, so nothing was done.', errors: [{ field: 'account' }] });
    await agent.get('/api/therapist/services').set('X-Account', id).expect(409);
    const { id: other } = (await agent.get('/api/auth/me').set('X-Account', id).expect(200)).body as { id: string };
    await agent.get('/api/therapist/services').set('X-Account', other).expect(200);
    // A program that names nobody is answered as before.
    await agent.get('/api/therapist/services').expect(200);
  });

  it('end one by one, at once, and the log says which', async () => {
    const desk = await signedIn('ending@example.org');
    const phone = await signedIn('ending@example.org', SAFARI);
    const other = (await list(desk)).find(({ current }) => !current);
    const ended = await send(desk, 'delete', `/api/auth/sessions/${other?.id}`);
    expect({ status: ended.status, body: ended.body, cookies: ended.headers['set-cookie'] }).toEqual({ status: 200, body: { status: 'ended' }, cookies: undefined });
    await phone.get('/api/auth/me').expect(401);
    await desk.get('/api/auth/me').expect(200);
    expect((await send(desk, 'delete', `/api/auth/sessions/${other?.id}`)).status).toBe(404);
    const [row] = await test.database.query(`select action, subject_type from activity_log where subject_id = $1`, [other?.id]);
    expect(row).toEqual({ action: 'end_session', subject_type: 'session' });
  });

  it('end with a sign-out where it is the own one', async () => {
    const agent = await signedIn('own@example.org');
    const [own] = await list(agent);
    const ended = await send(agent, 'delete', `/api/auth/sessions/${own?.id}`);
    expect(ended.status).toBe(200);
    expect(ended.headers['clear-site-data']).toBe('"cache"');
    expect(cookiesOf(agent)).not.toMatch(/(^|; )session=\w/);
    await agent.get('/api/auth/me').expect(401);
    const [row] = await test.database.query(`select action from activity_log where subject_id = $1`, [own?.id]);
    expect(row).toEqual({ action: 'logout' });
  });

  it('are nobody else’s to end: a foreign one is not there, and lives on', async () => {
    const mine = await signedIn('mine@example.org');
    const theirs = await signedIn('theirs@example.org');
    const admin = await signInAdmin(test);
    const [foreign] = await list(theirs);
    for (const id of [foreign?.id, newId(), 'no-uuid']) expect((await send(mine, 'delete', `/api/auth/sessions/${id}`)).status).toBe(404);
    await admin.delete(`/api/admin/sessions/${foreign?.id}`).expect(404);
    await theirs.get('/api/auth/me').expect(200);
  });

  it('are listed without those that have run out or wait for their second factor', async () => {
    const therapist = await signInTherapist(test);
    await test.app.get(Works).begin(SYSTEM_ACTOR, (work) =>
      test.app.get(SessionService).begin(work, { id: therapist.id, userType: 'therapist' }, { address: null, browser: 'Waiting', demand: 'second_factor_required' }),
    );
    const [old] = (await therapist.get('/api/auth/sessions').expect(200)).body as Listed[];
    await test.database.query(`update sessions set idle_expires_at = $2 where id = $1`, [old?.id, test.clock.now()]);
    const { cookie } = await test.app.get(Works).begin(SYSTEM_ACTOR, (work) =>
      test.app.get(SessionService).begin(work, { id: therapist.id, userType: 'therapist' }, { address: null, browser: 'Fresh' }),
    );
    const answer = await supertest.default(test.app.getHttpServer()).get('/api/auth/sessions').set('Cookie', cookie.split(';')[0] ?? '').expect(200);
    expect((answer.body as Listed[]).map(({ browser }) => browser)).toEqual(['Fresh']);
  });
});

describe('a client’s sessions', () => {
  it('are listed and ended too, but not by who has not shown that the address is theirs', async () => {
    const agent = await signedInClient(true);
    const [own] = await list(agent);
    expect(own).toMatchObject({ browser: 'Test browser', current: true });
    expect((await send(agent, 'delete', `/api/auth/sessions/${own?.id}`)).status).toBe(200);
    const unverified = await signedInClient(false);
    await unverified.get('/api/auth/sessions').expect(403);
    expect((await post(unverified, '/api/auth/extend')).status).toBe(200);
  });
});

describe('an administrator’s sessions', () => {
  it('are listed and ended like everybody’s', async () => {
    const admin = await signInAdmin(test);
    const elsewhere = openBrowser(test).set('User-Agent', FIREFOX);
    await post(elsewhere, '/api/admin/login', { username: admin.username, password: admin.password });
    const sessions = (await admin.get('/api/admin/sessions').expect(200)).body as Listed[];
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ current }) => !current);
    expect(other?.browser).toBe('Firefox on Windows (computer)');
    await admin.delete(`/api/admin/sessions/${other?.id}`).expect(200, { status: 'ended' });
    await elsewhere.get('/api/admin/sessions').expect(401);
    const own = sessions.find(({ current }) => current);
    const answer = await admin.delete(`/api/admin/sessions/${own?.id}`).expect(200);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(([] as string[]).concat(answer.headers['set-cookie'] ?? [])[0]).toMatch(/^admin_session=; .*Max-Age=0/);
    await admin.get('/api/admin/sessions').expect(401);
  });
});

describe('an account that is closed', () => {
  const setActive = (id: string, active: boolean): Promise<boolean> =>
    test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(AccountsService).setTherapistActive(work, id, active));

  it('has no session and no sign-in on its way any more; opened again it begins without any', async () => {
    const agent = await signedIn('closing@example.org');
    const { id } = (await agent.get('/api/auth/me')).body as { id: string };
    const onTheWay = openBrowser(test);
    const code = codeOf(await throughGoogle(google, onTheWay, 'type', 'closing@example.org'));
    expect(await setActive(id, false)).toBe(true);
    await agent.get('/api/auth/me').expect(401);
    expect((await exchange(onTheWay, code)).status).toBe(401);
    const refused = await signInWithGoogle(google, openBrowser(test), 'closing@example.org');
    expect({ status: refused.status, detail: refused.body.detail }).toEqual({
      status: 403,
      detail: 'This account has been deactivated. Please contact support.',
    });
    expect(await setActive(id, true)).toBe(true);
    await agent.get('/api/auth/me').expect(401);
    await signedIn('closing@example.org');
  });

  it('is a therapist’s: there is none behind a client’s or an unknown id', async () => {
    const client = await signedInClient(true);
    const { id } = (await client.get('/api/auth/me')).body as { id: string };
    expect(await setActive(id, false)).toBe(false);
    expect(await setActive(newId(), false)).toBe(false);
    await client.get('/api/auth/me').expect(200);
  });

  it('lets no sign-in through that was under way at the same moment', async () => {
    const first = await signedIn('race@example.org');
    const { id } = (await first.get('/api/auth/me')).body as { id: string };
    for (let round = 0; round < 5; round += 1) {
      const agents = [openBrowser(test), openBrowser(test), openBrowser(test)];
      const codes: string[] = [];
      for (const agent of agents) codes.push(codeOf(await throughGoogle(google, agent, 'type', 'race@example.org')));
      const [, ...answers] = await Promise.all([setActive(id, false), ...agents.map((agent, index) => exchange(agent, codes[index] ?? ''))]);
      for (const { status } of answers) expect([200, 401, 403]).toContain(status);
      await setActive(id, true);
      for (const agent of agents) await agent.get('/api/auth/me').expect(401);
    }
  });
});

describe('a sign-out that no page could tell the server', () => {
  it.each([['/api/auth/me', 401], ['/api/auth/sessions', 401], ['/api/public/therapists', 404], ['/robots.txt', 200]] as const)('ends the session with the next request (%s), and none that begins later', async (path, status) => {
    const email = `left${path.length}@example.org`;
    const agent = await signedIn(email);
    const [session] = await list(agent);
    const kept = cookiesOf(agent);
    // What the page's script sets.
    agent.jar.setCookie('logout=1; Path=/; SameSite=Lax', '127.0.0.1', '/');
    const answer = await agent.get(path).expect(status);
    expect(answer.headers['set-cookie']).toEqual(expect.arrayContaining([expect.stringMatching(/^logout=; Max-Age=0; Path=\//)]));
    expect(cookiesOf(agent)).not.toContain('logout=1');
    await openBrowser(test).get('/api/auth/me').set('Cookie', kept).expect(401);
    expect(await test.database.query(`select action from activity_log where session_id = $1 and action = 'logout'`, [session?.id])).toHaveLength(1);

    // A sign-in whose own request still carries it begins a session that stays.
    agent.jar.setCookie('logout=1; Path=/; SameSite=Lax', '127.0.0.1', '/');
    expect((await signInWithGoogle(google, agent, email)).status).toBe(200);
    await agent.get('/api/auth/me').expect(200);
  });

  it('is one for each of the two sessions, is no other word, and ends nothing where the database is away', async () => {
    const admin = await signInAdmin(test);
    const agent = await signedIn('beside@example.org');
    const user = cookiesOf(agent);
    const both = `${user}; ${admin.cookie}`;
    const ask = (path: string, cookie: string) => openBrowser(test).get(path).set('Cookie', cookie);
    await ask('/api/auth/me', `${user}; logout=yes`).expect(200);
    await ask('/api/auth/me', `${both}; admin_logout=1`).expect(200);
    await ask('/api/admin/me', admin.cookie).expect(401);
    const signOut = jest.spyOn(test.app.get(SessionService), 'signOut').mockRejectedValue(new Error('away'));
    const answer = await ask('/api/auth/me', `${user}; logout=1`).expect(401);
    expect(String(answer.headers['set-cookie'])).not.toContain('logout=');
    signOut.mockRestore();
    await ask('/api/auth/me', user).expect(200);
  });
});
