import { randomUUID } from 'node:crypto';
import { TrustedBrowserDto } from '../../src/modules/clients/account/account.dto';
import { newPersonId } from '../../src/modules/clients/persons/person.repository';
import { ClientBrowser, mailedCode, mailedSecret } from '../harness/client-browser';
import { signInClient } from '../harness/signed-in-client';
import { notePeople } from '../harness/noted-people';
import { startTestApp, TestApp } from '../harness/test-app';
import { eventually } from '../harness/outbox-worker';

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

/** A fresh proof by who is signed in. */
async function prove(browser: ClientBrowser, email: string, trust = false): Promise<void> {
  await browser.post('/api/auth/client/code').expect(202, CODE_SENT);
  await browser.verify({ email, code: await mailedCode(test, email), trust }).expect(200);
}

function untilSomebodyWaits(): Promise<void> {
  return eventually(async () => {
    const blocked = await test.database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    expect(blocked).toHaveLength(1);
  });
}

/** A sign-in that waits while somebody else's proof of the same account is being written. @returns its status */
async function whileProofIsWritten(browser: ClientBrowser, email: string, userId: string): Promise<number> {
  const waiting = await test.database.transaction(async (tx) => {
    await tx.query('select from users where id = $1 for no key update', [userId]);
    const answer = browser.login(email).then(({ status }) => status);
    await untilSomebodyWaits();
    await tx.query('update users set last_login_at = now() where id = $1', [userId]);
    await tx.query('update client_accounts set verified_at = now(), typed_by = null where client_id = $1', [userId]);
    await tx.query('delete from trusted_browsers where user_id = $1', [userId]);
    return { answer };
  });
  return waiting.answer;
}

describe('proof belongs to the browser', () => {
  it('who registers an address first is out when its owner proves it, with all that was typed', async () => {
    const email = newEmail();
    const squatter = await open();
    await squatter.register(email, { name: 'Eve', phone: '+1 666', date_of_birth: '1966-06-06' }).expect(201);
    await squatter.login(email).expect(200);
    const owner = await open();
    const { body } = await owner.verify({ email, code: await askAs(owner, email) }).expect(200);
    expect(body).toMatchObject({ name: '', verified: true });
    await squatter.get('/api/auth/me').expect(401);
    await squatter.login(email).expect(202, CODE_SENT);
    const account = await owner.get('/api/client/account').expect(200);
    expect(account.body).toMatchObject({ name: '', phone: null, date_of_birth: null, verified: true });
  });

  it('keeps what the proving browser typed itself, as the person’s own', async () => {
    const [browser, email] = [await open(), newEmail()];
    await browser.register(email, { name: 'Kim', phone: '+1 555', date_of_birth: '1990-03-14' }).expect(201);
    await browser.login(email).expect(200);
    await prove(browser, email);
    const { body } = await browser.get('/api/client/account').expect(200);
    expect(body).toMatchObject({ name: 'Kim', phone: '+1 555', date_of_birth: '1990-03-14', verified: true, proof_required: false });
    const [person] = await test.database.query('select name, phone from clients where email = $1', [email]);
    expect(person).toEqual({ name: 'Kim', phone: '+1 555' });
  });

  it('keeps no phone number that somebody else gave before', async () => {
    const [browser, email] = [await open(), newEmail()];
    await test.database.query('insert into clients (id, email, name, phone, by_address) values ($1, $2, $3, $4, true)', [newPersonId(), email, 'K.', '+1 555']);
    await notePeople(test.app);
    await browser.register(email, { name: 'Kim' }).expect(201);
    await browser.login(email).expect(200);
    await prove(browser, email);
    expect(await test.database.query('select name, phone from clients where email = $1 and not by_address', [email])).toEqual([{ name: 'Kim', phone: null }]);
  });

  it('every proof ends all other sessions and trusted browsers', async () => {
    const first = await signInClient(test, { trusted: true });
    const second = await open();
    await second.verify({ email: first.email, code: await askAs(second, first.email) }).expect(200);
    await first.get('/api/auth/me').expect(401);
    await first.browser.login(first.email).expect(202, CODE_SENT);
    expect((await second.get('/api/client/trusted-browsers').expect(200)).body).toEqual([]);
  });

  it('also for a sign-in that was on its way: the proof comes first', async () => {
    const [squatter, email] = [await open(), newEmail()];
    const { body } = await squatter.register(email).expect(201);
    expect(await whileProofIsWritten(squatter, email, body.id as string)).toBe(202);
    const trusting = await signInClient(test, { trusted: true });
    expect(await whileProofIsWritten(trusting.browser, trusting.email, trusting.id)).toBe(202);
  });

  it('ends the other codes of the account, which tell nobody that it was given', async () => {
    const { email } = await signInClient(test);
    const [one, two] = [await open(), await open()];
    const code = await askAs(one, email);
    await two.verify({ email, code: await askAs(two, email) }).expect(200);
    // As a code answers that is still waited for.
    const answer = await one.verify({ email, code }).expect(401);
    expect(answer.body).toMatchObject({ detail: 'This code is not right. You have 4 tries left.', errors: [{ field: 'code' }] });
    expect(await mailedSecret(test, email)).toBeUndefined();
    test.clock.advance(11 * MINUTE_MS);
    expect((await one.verify({ email, code }).expect(401)).body.detail).toBe('This code has expired. Please ask for a new one.');
  });
});

describe('trusted browsers', () => {
  it('sign in without a code for 90 days, until they are revoked', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const me = await browser.login(email).expect(200);
    expect(me.body).toMatchObject({ email, verified: true });
    const [listed] = (await browser.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
    expect(listed).toMatchObject({ label: 'Firefox on Linux (computer)', current: true });
    const stranger = await signInClient(test);
    await stranger.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(404);
    await browser.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200, { status: 'revoked' });
    await browser.login(email).expect(202, CODE_SENT);
  });

  it('leave nothing behind when they are revoked: what they opened without a code is over', async () => {
    const { email, browser, id } = await signInClient(test, { trusted: true });
    const thief = await open();
    thief.plant('browser', browser.has('browser') ?? '');
    test.clock.advance(25 * 60 * MINUTE_MS);
    await thief.login(email).expect(200);
    await thief.get('/api/client/export').expect(200);
    test.clock.advance(1_000);
    await browser.login(email).expect(200);
    const [listed] = (await browser.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
    await browser.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200);
    for (const revoked of [thief, browser]) {
      await revoked.get('/api/client/export').expect(401);
      await revoked.get('/api/auth/me').expect(401);
      await revoked.login(email).expect(202, CODE_SENT);
      // They share a secret, and so the wait for another code.
      test.clock.advance(MINUTE_MS + 1_000);
    }
    expect(await test.database.query('select from sessions where user_id = $1', [id])).toEqual([]);
  });

  it('leave the session that stands on a code of its own', async () => {
    const { browser } = await signInClient(test, { trusted: true });
    const [listed] = (await browser.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
    await browser.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200);
    await browser.get('/api/client/export').expect(200);
  });

  it('and every other session end with a change of address and with the closing of the account', async () => {
    const { email, browser, post } = await signInClient(test, { trusted: true });
    const thief = await open();
    thief.plant('browser', browser.has('browser') ?? '');
    await thief.login(email).expect(200);
    const [address, later] = [newEmail(), newEmail()];
    await post('/api/client/account/email', { email: address }).expect(202);
    await post('/api/client/account/email/confirm', { code: await mailedCode(test, address) }).expect(200);
    await thief.get('/api/client/dashboard').expect(401);
    await browser.get('/api/client/dashboard').expect(200);
    const closing = await signInClient(test, { email: later, trusted: true });
    const other = await open();
    other.plant('browser', closing.browser.has('browser') ?? '');
    await other.login(later).expect(200);
    await closing.post('/api/client/account/close', { confirm: true }).expect(200);
    await other.get('/api/auth/me').expect(401);
    await other.login(later).expect(404);
  });

  it('ask for a code again after 90 days', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    test.clock.advance(89 * 24 * 60 * MINUTE_MS);
    await browser.login(email).expect(200);
    test.clock.advance(2 * 24 * 60 * MINUTE_MS);
    await browser.login(email).expect(202, CODE_SENT);
  });

  it('prove who it is once a day', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const needsProof = async (): Promise<unknown> => {
      await browser.login(email).expect(200);
      return (await browser.get('/api/client/account').expect(200)).body.proof_required as unknown;
    };
    expect(await needsProof()).toBe(false);
    expect(await needsProof()).toBe(true);
    test.clock.advance(23 * 60 * MINUTE_MS);
    expect(await needsProof()).toBe(true);
    test.clock.advance(2 * 60 * MINUTE_MS);
    expect(await needsProof()).toBe(false);
  });

  it('get a new secret with the trust: one that was planted before opens nothing', async () => {
    const { email, browser } = await signInClient(test);
    const planted = 'a'.repeat(43);
    browser.plant('browser', planted);
    await prove(browser, email, true);
    expect(browser.has('browser')).not.toBe(planted);
    const attacker = await open();
    attacker.plant('browser', planted);
    await attacker.login(email).expect(202, CODE_SENT);
    await browser.login(email).expect(200);
  });

  it('get one with every proof: a copy made before it signs nobody in, and the browser itself goes on', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const copy = await open();
    copy.plant('browser', browser.has('browser') ?? '');
    await copy.login(email).expect(200);
    await prove(browser, email);
    await copy.login(email).expect(202, CODE_SENT);
    await browser.login(email).expect(200);
    expect((await browser.get('/api/client/trusted-browsers').expect(200)).body).toMatchObject([{ current: true }]);
  });

  it('that are revoked while they sign in are asked for a code', async () => {
    const { id, email, browser } = await signInClient(test, { trusted: true });
    const waiting = await test.database.transaction(async (tx) => {
      await tx.query('delete from trusted_browsers where user_id = $1', [id]);
      const answer = browser.login(email).then(({ status }) => status);
      await untilSomebodyWaits();
      return { answer };
    });
    expect(await waiting.answer).toBe(202);
  });

  it('stay trusted over a proof, and for another 90 days when it says so', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    test.clock.advance(80 * 24 * 60 * MINUTE_MS);
    await browser.login(email).expect(200);
    await prove(browser, email);
    const listed = async (): Promise<TrustedBrowserDto[]> => (await browser.get('/api/client/trusted-browsers').expect(200)).body as TrustedBrowserDto[];
    const before = await listed();
    expect(before).toMatchObject([{ current: true }]);
    test.clock.advance(MINUTE_MS);
    await prove(browser, email, true);
    const after = await listed();
    expect(after).toMatchObject([{ id: before[0]?.id, current: true }]);
    expect([after[0]?.created_at, after[0]?.last_used_at].every((at) => Date.parse(at ?? '') > test.clock.now().getTime() - MINUTE_MS)).toBe(true);
    test.clock.advance(89 * 24 * 60 * MINUTE_MS);
    await browser.login(email).expect(200);
  });

  it('stay trusted by another account of the same browser when their secret is renewed', async () => {
    const first = await signInClient(test, { trusted: true });
    const { email } = await signInClient(test);
    await first.browser.verify({ email, code: await askAs(first.browser, email), trust: true }).expect(200);
    expect((await first.browser.login(first.email).expect(200)).body.email).toBe(first.email);
    expect((await first.browser.login(email).expect(200)).body.email).toBe(email);
  });

  it('are not made by a secret of another form, nor by trusting another account', async () => {
    const { email } = await signInClient(test, { trusted: true });
    const other = await signInClient(test, { trusted: true });
    await other.browser.login(email).expect(202, CODE_SENT);
    const odd = await open();
    odd.plant('browser', 'short');
    await odd.login(email).expect(202);
    expect(odd.has('browser')).toMatch(/^[\w-]{43}$/);
  });
});

it('a trusted browser that signs in and out all the time is asked for a code after sixty times within the hour, and by then fills no log', async () => {
  const { browser, email } = await signInClient(test, { trusted: true });
  const statuses: number[] = [];
  for (let nth = 0; nth < 62; nth += 1) {
    statuses.push((await browser.login(email)).status);
    await browser.post('/api/auth/logout');
  }
  // Asked for once, a code is not sent again within the minute.
  expect(statuses.slice(-2)).toEqual([202, 429]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  test.clock.advance(61 * MINUTE_MS);
  await browser.login(email).expect(200);
});
