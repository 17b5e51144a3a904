import * as supertest from 'supertest';
import { Agent, codeOf, cookiesOf, exchange, openBrowser, pageHeaders, post, throughGoogle as goThroughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { eventually } from '../harness/outbox-worker';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

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

const browser = (): Agent => openBrowser(test);
const failures = (): Promise<unknown> => test.database.query(`select failed_at from part_failures where part = 'sign_in'`);
const pathOf = (location: string): string => location.replace(TEST_ORIGIN, '');
const throughGoogle = (agent: Agent, choice?: string, email?: string, redirect?: string): Promise<string> => goThroughGoogle(google, agent, choice, email, redirect);

describe('therapist sign-in', () => {
  it('goes to Google with state and PKCE, comes back with a one-time code and gives a session', async () => {
    const agent = browser();
    const start = await agent.get('/api/auth/google?redirect=/profile').expect(302);
    const asked = new URL(start.headers['location'] ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('prompt')).toBe('select_account');
    expect(asked.get('state')?.length).toBeGreaterThanOrEqual(40);
    const landing = await throughGoogle(agent, 'demo', undefined, '/profile');
    expect(landing).toMatch(/^\/profile#session_id=[\w-]{43}$/);

    const signedIn = await exchange(agent, codeOf(landing));
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({ email: 'amelie@demo.attune.example', name: 'Amélie Okonkwo-Reyes', user_type: 'therapist' });
    const cookie = ([] as string[]).concat(signedIn.headers['set-cookie'] ?? []).find((line) => line.startsWith('session='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);

    const me = await agent.get('/api/auth/me').expect(200);
    expect(me.body.id).toBe(signedIn.body.id);
    expect(me.headers['cache-control']).toBe('no-store');
  });

  it('finds the same account again, and makes one for a new person', async () => {
    const [first, second, other] = [browser(), browser(), browser()];
    const one = await exchange(first, codeOf(await throughGoogle(first, 'type', 'same@example.org')));
    const two = await exchange(second, codeOf(await throughGoogle(second, 'type', 'same@example.org')));
    const three = await exchange(other, codeOf(await throughGoogle(other, 'new')));
    expect(two.body.id).toBe(one.body.id);
    expect(three.body.id).not.toBe(one.body.id);
  });

  it('follows the address that Google has verified, and ends the browser’s earlier session', async () => {
    const agent = browser();
    const { body } = await exchange(agent, codeOf(await throughGoogle(agent, 'type', 'before@example.org')));
    const cookie = cookiesOf(agent);
    await test.database.query(`update users set email = 'older@example.org' where id = $1`, [body.id]);
    const again = await exchange(agent, codeOf(await throughGoogle(agent, 'type', 'before@example.org')));
    expect(again.body).toMatchObject({ id: body.id, email: 'before@example.org' });
    await supertest.default(test.app.getHttpServer()).get('/api/auth/me').set('Cookie', cookie).expect(401);
  });

  it('writes sign-in and sign-out to the activity log, without the address in clear', async () => {
    const agent = browser();
    const { body } = await exchange(agent, codeOf(await throughGoogle(agent, 'new')));
    expect((await post(agent, '/api/auth/logout')).status).toBe(200);
    const rows = await test.database.query<{ action: string; address_hash: Buffer; details: object }>(
      'select action, address_hash, details from activity_log where actor_id = $1 order by at, id',
      [body.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['login', 'logout']);
    expect(rows.every(({ address_hash }) => address_hash.length === 32)).toBe(true);
  });

  it('refuses a used code and leaves the session that it gave alive', async () => {
    const agent = browser();
    const code = codeOf(await throughGoogle(agent));
    await exchange(agent, code);
    const replay = await exchange(agent, code);
    expect(replay.status).toBe(401);
    await agent.get('/api/auth/me').expect(200);
  });

  it("refuses another browser's code", async () => {
    const code = codeOf(await throughGoogle(browser()));
    const thief = browser();
    await throughGoogle(thief, 'new');
    expect((await exchange(thief, code)).status).toBe(401);
  });

  it('refuses a code after 60 seconds', async () => {
    const agent = browser();
    const code = codeOf(await throughGoogle(agent));
    test.clock.advance(61_000);
    expect((await exchange(agent, code)).status).toBe(401);
    test.clock.advance(-61_000);
  });

  it('stores the code as a hash only', async () => {
    const code = codeOf(await throughGoogle(browser()));
    const [row] = await test.database.query<{ dump: string }>(`select string_agg(f::text, ' ') as dump from sign_in_flows f`);
    expect(row?.dump).not.toContain(code);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'dashboard', ''])('answers 400 to a redirect to %j', async (redirect) => {
    const answer = await browser().get('/api/auth/google').query({ redirect });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toBe('The page to return to must be a page of this site.');
  });

  it('returns to the front page with a flag when the person denies, the state is foreign or the code is false', async () => {
    expect(await throughGoogle(browser(), 'deny')).toBe('/?auth_error=1');
    const start = await browser().get('/api/auth/google').expect(302);
    const back = await google.decide(start.headers['location'] ?? '', 'demo');
    const foreign = await browser().get(pathOf(back)).expect(302);
    expect(foreign.headers['location']).toBe('/?auth_error=1');
    const agent = browser();
    const own = await agent.get('/api/auth/google').expect(302);
    const state = new URL(own.headers['location'] ?? '').searchParams.get('state');
    const forged = await agent.get(`/api/auth/google/callback?code=forged&state=${state}`).expect(302);
    expect(forged.headers['location']).toBe('/?auth_error=1');
  });

  it('refuses a deactivated therapist with a sentence and ends live sessions at once', async () => {
    const agent = browser();
    const { body } = await exchange(agent, codeOf(await throughGoogle(agent, 'type', 'gone@example.org')));
    await test.database.query('update users set is_active = false where id = $1', [body.id]);
    await agent.get('/api/auth/me').expect(401);
    const refused = await exchange(agent, codeOf(await throughGoogle(agent, 'type', 'gone@example.org')));
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toBe('This account has been deactivated. Please contact support.');
  });
});

describe('session', () => {
  async function signedIn(): Promise<Agent> {
    const agent = browser();
    await exchange(agent, codeOf(await throughGoogle(agent)));
    return agent;
  }

  it('ends on the server at logout: the old cookie is worth nothing', async () => {
    const agent = await signedIn();
    const cookie = cookiesOf(agent);
    expect(cookie).toContain('session=');
    expect((await post(agent, '/api/auth/logout')).status).toBe(200);
    await supertest.default(test.app.getHttpServer()).get('/api/auth/me').set('Cookie', cookie).expect(401);
    await agent.get('/api/auth/me').expect(401);
  });

  it('ends after 30 idle minutes; looking and background calls do not extend it, work does', async () => {
    const agent = await signedIn();
    test.clock.advance(20 * 60_000);
    await agent.get('/api/auth/me').expect(200);
    await agent.get('/api/therapist/services').set('X-Background', '1').expect(200);
    test.clock.advance(9 * 60_000);
    await agent.get('/api/therapist/services').expect(200);
    test.clock.advance(29 * 60_000);
    await agent.get('/api/therapist/services').set('X-Background', '1').expect(200);
    test.clock.advance(2 * 60_000);
    await agent.get('/api/therapist/services').expect(401);
    test.clock.advance(-60 * 60_000);
  });

  it('is extended by /auth/extend but never past 12 hours', async () => {
    const agent = await signedIn();
    const before = (await agent.get('/api/auth/me')).body as { idle_expires_at: string; absolute_expires_at: string };
    test.clock.advance(10 * 60_000);
    const after = await post(agent, '/api/auth/extend');
    expect(Date.parse(after.body.idle_expires_at)).toBeGreaterThan(Date.parse(before.idle_expires_at));
    expect(after.body.absolute_expires_at).toBe(before.absolute_expires_at);
    for (let step = 0; step < 25; step += 1) {
      test.clock.advance(29 * 60_000);
      await agent.get('/api/therapist/services');
    }
    await agent.get('/api/therapist/services').expect(401);
    test.clock.advance(-(10 + 25 * 29) * 60_000);
  });

  it('gives the CSRF token with the 401 of /auth/me', async () => {
    const answer = await browser().get('/api/auth/me').expect(401);
    expect(([] as string[]).concat(answer.headers['set-cookie'] ?? []).some((line) => line.startsWith('XSRF-TOKEN='))).toBe(true);
    expect(answer.body.detail).toBe('Please sign in first.');
  });
});

describe('CSRF', () => {
  const put = (agent: Agent, headers: Record<string, string>): Promise<supertest.Response> =>
    agent.put('/api/therapist/working-hours').set(headers).send({}) as unknown as Promise<supertest.Response>;

  it('refuses a missing, forged or foreign token and a foreign or missing origin, and lets the page through', async () => {
    const agent = browser();
    await exchange(agent, codeOf(await throughGoogle(agent)));
    const good = await pageHeaders(agent);
    const stranger = await pageHeaders(browser());
    const refused: Record<string, string>[] = [
      { Origin: TEST_ORIGIN },
      { ...good, 'X-XSRF-TOKEN': 'forged.forged' },
      { ...good, 'X-XSRF-TOKEN': stranger['X-XSRF-TOKEN'] ?? '' },
      { ...good, Origin: 'https://evil.example' },
      { ...good, Origin: 'null' },
      { 'X-XSRF-TOKEN': good['X-XSRF-TOKEN'] ?? '' },
    ];
    for (const bad of refused) {
      expect((await put(agent, bad)).status).toBe(403);
    }
    expect((await put(agent, good)).status).toBe(400);
    expect((await put(agent, { ...good, Origin: 'http://127.0.0.1:3000' })).status).toBe(400);
  });

  it('lets a first visitor without any of our cookies post without token and origin, never with a foreign origin', async () => {
    await supertest.default(test.app.getHttpServer()).post('/api/bookings').send({}).expect(400);
    await supertest.default(test.app.getHttpServer()).post('/api/bookings').set('Origin', 'https://evil.example').send({}).expect(403);
  });

  it('refuses bodies that a plain form can send', async () => {
    const server = test.app.getHttpServer();
    await supertest.default(server).post('/api/bookings').type('form').send('a=b').expect(415);
    await supertest.default(server).post('/api/bookings').set('Content-Type', 'text/plain').send('{}').expect(415);
  });
});

describe('the way to Google', () => {
  it('is open 30 times in 10 minutes for a connection; then the person is sent back with the reason', async () => {
    const agent = browser();
    const go = async (): Promise<string> => (await agent.get('/api/auth/google').expect(302)).headers['location'] ?? '';
    for (let time = 0; time < 30; time += 1) expect(await go()).toContain('/dev/google/authorize');
    expect(await go()).toBe('/?auth_error=busy');
    const [before] = await test.database.query('select count(*)::int as flows from sign_in_flows');
    expect(await go()).toBe('/?auth_error=busy');
    expect(await test.database.query('select count(*)::int as flows from sign_in_flows')).toEqual([before]);
    test.clock.advance(10 * 60_000 + 1_000);
    expect(await go()).toContain('/dev/google/authorize');
  });

  it('is open to a network five times as often, whichever of its connections comes: it leaves no more rows', async () => {
    const go = async (line: number): Promise<string> => (await openBrowser(test, `2001:db8:77:${line.toString(16)}::1`).get('/api/auth/google').expect(302)).headers['location'] ?? '';
    for (let line = 0; line < 150; line += 1) expect(await go(line)).toContain('/dev/google/authorize');
    const [before] = await test.database.query('select count(*)::int as hits from limit_hits');
    expect(await go(150)).toBe('/?auth_error=busy');
    expect(await test.database.query('select count(*)::int as hits from limit_hits')).toEqual([before]);
    expect(await openBrowser(test, '2001:db8:78::1').get('/api/auth/google')).toMatchObject({ status: 302, headers: { location: expect.stringContaining('/dev/google/authorize') } });
  });

  it('is not used up by pictures of other sites that somebody in the same house looks at', async () => {
    const agent = openBrowser(test, '198.51.100.79');
    for (let picture = 0; picture < 70; picture += 1) {
      for (const path of ['', '/callback?code=c&state=s']) await agent.get(`/api/auth/google${path}`).set('Sec-Fetch-Dest', picture % 2 ? 'image' : 'iframe').expect(403);
    }
    const begun = await agent.get('/api/auth/google').set('Sec-Fetch-Dest', 'document').expect(302);
    expect(begun.headers['location']).toContain('/dev/google/authorize');
  });

  it.each([
    [{ 'Sec-Purpose': 'prefetch' }],
    [{ 'Sec-Purpose': 'prefetch;prerender' }],
    [{ Purpose: 'prefetch' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not used up by what other sites have fetched ahead, or open by themselves: %j', async (headers) => {
    const agent = openBrowser(test, '198.51.100.80');
    const isSent = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', ...headers };
    for (let time = 0; time < 31; time += 1) await agent.get('/api/auth/google').set(isSent).expect(403);
    if (!('Sec-Fetch-Site' in headers)) await agent.get('/api/auth/google/callback?code=c&state=s').set(isSent).expect(403);
    const begun = await agent.get('/api/auth/google').set({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-User': '?1' }).expect(302);
    expect(begun.headers['location']).toContain('/dev/google/authorize');
  });

  it.each(['', '?redirect=https://evil.example/x', '?state=s&redirect=https://evil.example/x', '?code=&state=s', '?code=c', '?code[]=c&state=s', '?error=denied'])(
    'is not begun by its return: callback%s goes to the front page and leaves nothing behind',
    async (query) => {
      const flows = () => test.database.query('select count(*)::int as flows from sign_in_flows');
      const before = await flows();
      const answer = await browser().get(`/api/auth/google/callback${query}`).expect(302);
      expect(answer.headers['location']).toBe('/?auth_error=1');
      expect(await flows()).toEqual(before);
    },
  );

  it('serves one return: Google is asked once for a start, however often somebody comes back with it', async () => {
    let asked = 0;
    google.answerTokens((response) => {
      asked += 1;
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
    try {
      const agent = openBrowser(test, '198.51.100.77');
      const begun = await agent.get('/api/auth/google').expect(302);
      const state = new URL(begun.headers['location'] ?? '').searchParams.get('state');
      const returns = await Promise.all(Array.from({ length: 20 }, (_, nth) => agent.get('/api/auth/google/callback').query({ code: `bogus${nth}`, state })));
      expect(new Set(returns.map(({ headers }) => headers['location']))).toEqual(new Set(['/?auth_error=1']));
      expect(asked).toBe(1);
    } finally {
      google.answerTokens(undefined);
    }
  });

  it('waits five seconds for Google and not longer, and keeps for the administrator that it failed', async () => {
    const before = await failures();
    google.answerTokens((response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"access'));
    try {
      const agent = openBrowser(test, '198.51.100.78');
      const begun = await agent.get('/api/auth/google').expect(302);
      const state = new URL(begun.headers['location'] ?? '').searchParams.get('state');
      const since = performance.now();
      await agent.get('/api/auth/google/callback').query({ code: 'slow', state }).expect(302).expect('Location', '/?auth_error=1');
      expect(performance.now() - since).toBeLessThan(7_000);
      await eventually(async () => expect(await failures()).not.toEqual(before));
    } finally {
      google.answerTokens(undefined);
    }
  }, 15_000);

  it('has no failure that a visitor can make up', async () => {
    const before = await failures();
    await browser().get('/api/auth/google/callback?error=server_error&state=s').expect(302);
    const agent = browser();
    const own = await agent.get('/api/auth/google').expect(302);
    await agent.get('/api/auth/google/callback').query({ code: 'made-up', state: new URL(own.headers['location'] ?? '').searchParams.get('state') }).expect(302);
    expect(await failures()).toEqual(before);
  });
});
