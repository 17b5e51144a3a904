import { randomUUID } from 'node:crypto';
import { ClientBrowser, mailedCode, mailedSecret, wrongCode } from '../harness/client-browser';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const CODE_SENT = { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 };

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;
const open = (): Promise<ClientBrowser> => ClientBrowser.open(test);

/** A code is asked for from a browser that has nothing to do with the account. */
async function askAs(browser: ClientBrowser, email: string): Promise<string> {
  await browser.login(email).expect(202, CODE_SENT);
  return mailedCode(test, email);
}

describe('registering', () => {
  it('makes an account, no session and no mail, and gives the browser its secret', async () => {
    const [browser, email] = [await open(), newEmail()];
    const answer = await browser.register(` ${email.toUpperCase()} `, { name: ' Kim Park ', phone: '+1 (555) 010', date_of_birth: '1990-03-14' }).expect(201);
    expect(answer.body).toEqual({ id: expect.any(String), email, name: 'Kim Park', user_type: 'client' });
    expect(([] as string[]).concat(answer.headers['set-cookie'] ?? []).join()).toMatch(/^browser=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await mailedSecret(test, email)).toBeUndefined();
    await browser.get('/api/auth/me').expect(401);
    const [row] = await test.database.query<{ date_of_birth: Buffer }>('select date_of_birth from client_accounts where client_id = $1', [answer.body.id]);
    expect(row?.date_of_birth.toString('latin1')).not.toContain('1990-03-14');
  });

  it('refuses an address that has an account, whoever made it', async () => {
    const email = newEmail();
    await (await open()).register(email).expect(201);
    const again = await (await open()).register(email).expect(400);
    expect(again.body.detail).toBe('Email already registered. Please login instead.');
  });

  it.each([
    [{ name: ' ' }, 'name', 'Please fill in required fields'],
    [{ email: 'kim@' }, 'email', 'Please enter a valid email address'],
    [{ phone: 'call me' }, 'phone', 'A phone number has digits, spaces and + ( ) - . / only'],
    [{ date_of_birth: '1990-02-30' }, 'date_of_birth', 'The date of birth must be a date such as 1990-03-14'],
    [{ date_of_birth: '2090-01-01' }, 'date_of_birth', 'The date of birth must not be in the future'],
    [{ user_type: 'admin' }, 'user_type', 'user_type is not a known field'],
  ])('refuses %j', async (fields, field, message) => {
    const answer = await (await open()).register(newEmail(), fields).expect(400);
    expect(answer.body.errors).toEqual([{ field, message }]);
  });
});

describe('signing in', () => {
  it('lets the browser that registered in without a proof, for ten minutes, and nobody else', async () => {
    const [browser, email] = [await open(), newEmail()];
    await browser.register(email, { name: 'Kim' }).expect(201);
    const me = await browser.login(email).expect(200);
    expect(me.body).toMatchObject({ email, name: 'Kim', user_type: 'client', verified: false });
    await (await open()).login(email).expect(202, CODE_SENT);
    test.clock.advance(9 * MINUTE_MS);
    await browser.login(email).expect(200);
    test.clock.advance(2 * MINUTE_MS);
    await browser.login(email).expect(202, CODE_SENT);
    await browser.get('/api/client/trusted-browsers').expect(403);
  });

  it('asks the browser that registered for a code once its person has signed out', async () => {
    const [browser, email] = [await open(), newEmail()];
    await browser.register(email).expect(201);
    await browser.login(email).expect(200);
    await browser.post('/api/auth/logout').expect(200);
    await browser.login(email).expect(202, CODE_SENT);
  });

  it('answers 404 to an unknown address', async () => {
    const answer = await (await open()).login(newEmail()).expect(404);
    expect(answer.body.detail).toBe('Account not found. Please register first.');
  });

  it.each(['', 'kim', 'kim@example.org,eve@example.org'])('refuses the address %j', async (email) => {
    await (await open()).login(email).expect(400);
  });

  it('signs in by the code, in the browser that asked, once', async () => {
    const { email, name, id } = await signInClient(test);
    const browser = await open();
    const code = await askAs(browser, email);
    const other = await (await open()).verify({ email, code }).expect(401);
    expect(other.body.detail).toBe('No code was asked for in this browser. Please ask for one here and enter the code from that mail.');
    const me = await browser.verify({ email: ` ${email.toUpperCase()}`, code: `${code.slice(0, 3)} ${code.slice(3)}` }).expect(200);
    expect(me.body).toMatchObject({ id, email, name, user_type: 'client', verified: true });
    await browser.get('/api/auth/me').expect(200);
    const again = await browser.verify({ email, code }).expect(401);
    expect(again.body.detail).toBe('This code was used already. Please ask for a new one.');
  });

  it('gives a new session token at every sign-in and ends the one before', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const before = browser.has('session') ?? '';
    await browser.login(email).expect(200);
    expect(browser.has('session')).not.toBe(before);
    const old = await open();
    old.plant('session', before);
    await old.get('/api/auth/me').expect(401);
  });

  it('signs in by the link, in another browser with the address, once, and not after ten minutes', async () => {
    const { email } = await signInClient(test);
    const asking = await open();
    await askAs(asking, email);
    const { token = '' } = (await mailedSecret(test, email)) ?? {};
    const phone = await open();
    expect((await phone.verify({ token, email }).expect(200)).body).toMatchObject({ email, verified: true });
    const again = await (await open()).verify({ token }).expect(401);
    expect(again.body.detail).toBe('This link has expired or was used already. Please ask for a new code.');
    test.clock.advance(MINUTE_MS);
    await askAs(asking, email);
    const late = (await mailedSecret(test, email))?.token;
    test.clock.advance(11 * MINUTE_MS);
    await (await open()).verify({ token: late }).expect(401);
    await (await open()).verify({ token: 'x'.repeat(43) }).expect(401);
  });

  it('refuses a code after ten minutes', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    const code = await askAs(browser, email);
    test.clock.advance(10 * MINUTE_MS);
    const late = await browser.verify({ email, code }).expect(401);
    expect(late.body.detail).toBe('This code has expired. Please ask for a new one.');
  });

  it('counts tries down, and the right code is worth nothing after five wrong ones', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    const code = await askAs(browser, email);
    const details: string[] = [];
    for (let step = 1; step <= 5; step += 1) details.push((await browser.verify({ email, code: wrongCode(code, step) }).expect(401)).body.detail as string);
    expect(details.slice(0, 4)).toEqual([4, 3, 2].map((left) => `This code is not right. You have ${left} tries left.`).concat('This code is not right. You have one try left.'));
    const usedUp = 'This code was entered wrongly too often, so it no longer works. Please ask for a new one.';
    expect(details[4]).toBe(usedUp);
    expect((await browser.verify({ email, code }).expect(401)).body.detail).toBe(usedUp);
  });

  it('shares the five tries among parallel guesses', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    const code = await askAs(browser, email);
    const answers = await Promise.all(Array.from({ length: 15 }, (_, step) => browser.verify({ email, code: wrongCode(code, step + 1) })));
    expect(answers.filter(({ body }) => /tries left|one try left/.test(body.detail as string))).toHaveLength(4);
    await browser.verify({ email, code }).expect(401);
  });

  it('lets one of two parallel right answers in', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    const code = await askAs(browser, email);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => browser.verify({ email, code })))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  });

  it('makes a browser wait 60 seconds for the next code of an address, which replaces the one before', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    const first = await askAs(browser, email);
    const link = (await mailedSecret(test, email))?.token;
    const soon = await browser.login(email).expect(429);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(55);
    expect(soon.body.detail).toMatch(/^A code was sent a moment ago\. You can ask for a new one in \d+ seconds\.$/);
    test.clock.advance(61_000);
    const second = await askAs(browser, email);
    if (first !== second) await browser.verify({ email, code: first }).expect(401);
    await browser.verify({ token: link }).expect(401);
    await browser.verify({ email, code: second }).expect(200);
  });

  it('lets no more than one code out when a browser asks in parallel', async () => {
    const { email } = await signInClient(test);
    const browser = await open();
    browser.plant('browser', 'p'.repeat(43));
    const statuses = (await Promise.all([1, 2, 3, 4, 5].map(() => browser.login(email)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([202, 429, 429, 429, 429]);
  });

  it.each([[{}], [{ email: 'kim@example.org' }], [{ email: 'kim@example.org', code: '123456', token: 'x' }], [{ email: 'kim@example.org', code: '12345' }], [{ token: 'x', trust: 'yes' }], [{ token: null }], [{ email: null, code: null }], [{ email: 'kim@example.org', code: null }]])(
    'answers 400 to a proof like %j',
    async (body) => {
      await (await open()).verify(body).expect(400);
    },
  );

  it('cannot be begun from another site', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    await browser.login(email).set('Origin', 'https://evil.example').expect(403);
    await browser.login(email).set('X-XSRF-TOKEN', '').expect(403);
  });
});

describe('what is kept', () => {
  it('holds no code, link, browser secret or unproved address in clear', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const asking = await open();
    const code = await askAs(asking, email);
    const { token = '' } = (await mailedSecret(test, email)) ?? {};
    const unknown = newEmail();
    await (await open()).login(unknown).expect(404);
    const dump: string[] = [];
    for (const table of ['sign_in_codes', 'trusted_browsers', 'limit_hits', 'outbox', 'activity_log']) {
      const [row] = await test.database.query<{ dump: string | null }>(`select string_agg(t::text, ' ') as dump from ${table} t`);
      dump.push(row?.dump ?? '');
    }
    const all = dump.join(' ');
    for (const secret of [token, browser.has('browser') ?? '', browser.has('session') ?? '', unknown, email]) expect(all).not.toContain(secret);
    expect(dump[3]).not.toContain(code);
    expect(dump[4]).not.toContain(code);
  });

  it('every step is in the activity log, under the client', async () => {
    const client = await signInClient(test, { trusted: true });
    const code = await askAs(await open(), client.email);
    await client.browser.login(client.email).expect(200);
    await client.browser.verify({ email: client.email, code: wrongCode(code) }).expect(401);
    await client.post('/api/auth/logout').expect(200);
    const rows = await test.database.query<{ action: string; actor_type: string }>(
      `select action, actor_type from activity_log
        where subject_id = $1 or subject_id in (select former_id from former_persons where person_id = $1) order by at, id`,
      [client.id],
    );
    expect(rows.map(({ action, actor_type }) => `${actor_type} ${action}`)).toEqual([
      'visitor register',
      'client request_code',
      'client client_verify',
      'client trust_browser',
      'visitor request_code',
      'client login',
      'client logout',
    ]);
  });
});
