import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { CodeLimits } from '../../src/common/limits/code-limits';
import { ClientBrowser, mailedCode, mailedSecret, newAddress, wrongCode } from '../harness/client-browser';
import { codeOf, makeWave } from '../harness/booking-holds';
import { book, openPractice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ CODE_WRONG_ALARM: '90', BOOKING_WAVE_LIMIT: '2' });
});
afterAll(() => test.close());
// Every test has an hour of its own.
beforeEach(() => test.clock.advance(61 * MINUTE_MS));

const at = (address: string): Promise<ClientBrowser> => ClientBrowser.open(test, { address });
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const countOf = (statuses: readonly number[], status: number): number => statuses.filter((each) => each === status).length;

async function clients(count: number): Promise<string[]> {
  const emails: string[] = [];
  for (let n = 0; n < count; n += 1) emails.push((await signInClient(test)).email);
  return emails;
}

/** Ten guesses for each account, two codes asked for each. @returns the statuses of the guesses */
async function spray(emails: readonly string[], addressOf: (n: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (const [n, email] of emails.entries()) {
    for (let code = 0; code < 2; code += 1) {
      const browser = await at(addressOf(n));
      await browser.login(email).expect(202);
      for (let guess = 0; guess < 5; guess += 1) statuses.push((await browser.verify({ email, code: wrongCode('271828', guess) })).status);
    }
  }
  return statuses;
}

describe('guessing codes over many accounts', () => {
  it('ends after 20 wrong codes of a connection; the answer says when to come again, and a right code is not looked at before', async () => {
    const emails = await clients(8);
    const address = newAddress();
    const statuses = await spray(emails, () => address);
    expect({ wrong: countOf(statuses, 401), refused: countOf(statuses, 429) }).toEqual({ wrong: 20, refused: 60 });
    const [browser, email] = [await at(address), emails[0] ?? ''];
    await browser.login(email).expect(202);
    const refused = await browser.verify({ email, code: await mailedCode(test, email) }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    test.clock.advance(61 * MINUTE_MS);
    await browser.login(email).expect(202);
    await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
  });

  it.each([
    ['an IPv4 network', (n: number) => `198.51.100.${n + 1}`],
    ['an IPv6 network of many lines', (n: number) => `2001:db8:77:${n.toString(16)}::1`],
  ])('ends after 100 wrong codes of %s', async (_, addressOf) => {
    const statuses = await spray(await clients(11), addressOf);
    expect({ wrong: countOf(statuses, 401), refused: countOf(statuses, 429) }).toEqual({ wrong: 100, refused: 10 });
  });

  it('counts the addresses of one IPv6 line together', async () => {
    const statuses = await spray(await clients(3), (n) => `2001:db8:78:1::${n + 1}`);
    expect(countOf(statuses, 401)).toBe(20);
  });

  it('does not pass the limit when 50 guesses come at once, nor keep others waiting meanwhile', async () => {
    const address = newAddress();
    const browsers = await Promise.all(times(50, () => at(address)));
    const email = `${randomUUID()}@example.org`;
    const flood = Promise.all(browsers.map(async (browser) => (await browser.verify({ email, code: '271828' })).status));
    await (await at(newAddress())).login(email).expect(404);
    const statuses = await flood;
    expect({ wrong: countOf(statuses, 401), refused: countOf(statuses, 429) }).toEqual({ wrong: 20, refused: 30 });
  });

  it('counts a code that is right as none', async () => {
    const { email } = await signInClient(test);
    const address = newAddress();
    for (let n = 0; n < 9; n += 1) {
      const browser = await at(address);
      await browser.login(email).expect(202);
      await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
      test.clock.advance(13 * MINUTE_MS);
    }
    const kept = await test.database.query<{ hits: number }>(`select count(*)::int as hits from limit_hits where scope = 'code-wrong-connection' and hit_at > $1`, [
      new Date(test.clock.now().getTime() - 125 * MINUTE_MS),
    ]);
    expect(kept).toEqual([{ hits: 0 }]);
  });

  it('counts wrong codes for a new address and for signing in together', async () => {
    const client = await signInClient(test);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await client.post('/api/client/account/email', { email: `${randomUUID()}@example.org` }).expect(202);
      for (let guess = 0; guess < 5; guess += 1) statuses.push((await client.post('/api/client/account/email/confirm', { code: wrongCode('271828', guess) })).status);
    }
    expect({ wrong: countOf(statuses, 401), refused: countOf(statuses, 429) }).toEqual({ wrong: 20, refused: 5 });
    await client.browser.verify({ email: client.email, code: '271828' }).expect(429);
  });
});

describe('codes of held times', () => {
  it('count with all others of the connection, asked for and wrong', async () => {
    const practice = await openPractice(test);
    await makeWave(test, practice, 2);
    const address = newAddress();
    const held = (day: number): supertest.Test => book(test, practice, { appointment_date: workday(test, day), client_email: `${randomUUID()}@example.org` }).set('X-Forwarded-For', address);
    const statuses: number[] = [];
    for (let day = 2; day < 4; day += 1) {
      const { body } = await held(day).expect(202);
      const guess = (code: string): supertest.Test => test.http.post('/api/bookings/verify').set('X-Forwarded-For', address).send({ hold_id: body.hold_id as string, code });
      const code = await codeOf(test, body.hold_id as string);
      for (let n = 0; n < 5; n += 1) statuses.push((await guess(wrongCode(code, n + 1))).status);
    }
    for (let n = 0; n < 12; n += 1) statuses.push((await (await at(address)).verify({ email: 'a@example.org', code: '271828' })).status);
    expect({ wrong: countOf(statuses, 401), refused: countOf(statuses, 429) }).toEqual({ wrong: 20, refused: 2 });
    for (let n = 0; n < 28; n += 1) await (await at(address)).login(`${randomUUID()}@example.org`);
    await held(4).expect(429);
  });
});

describe('asking for codes', () => {
  it('ends after 30 of a connection, for addresses with an account and without one alike', async () => {
    const [known] = await clients(1);
    const address = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await (await at(address)).login(n % 2 ? (known ?? '') : `${randomUUID()}@example.org`)).status);
    expect({ asked: statuses.length - countOf(statuses, 429), refused: countOf(statuses, 429) }).toEqual({ asked: 30, refused: 2 });
    for (const email of [known ?? '', `${randomUUID()}@example.org`]) expect((await (await at(address)).login(email).expect(429)).headers['retry-after']).toBeDefined();
  });

  it('does not pass the limit when 50 ask at once', async () => {
    const address = newAddress();
    const browsers = await Promise.all(times(50, () => at(address)));
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.login(`${randomUUID()}@example.org`)).status));
    expect(countOf(statuses, 429)).toBe(20);
  });

  it('stays open to a trusted browser', async () => {
    const trusting = await signInClient(test, { trusted: true });
    const address = newAddress();
    for (let n = 0; n < 31; n += 1) await (await at(address)).login(trusting.email);
    trusting.browser.address = address;
    await trusting.browser.login(trusting.email).expect(200);
  });
});

describe('strangers who ask for an address’s codes', () => {
  /** How many codes go out to as many browsers of one connection. */
  async function codesFor(email: string, address: string, browsers: number): Promise<number> {
    const codes = new Set<string | null | undefined>();
    for (let n = 0; n < browsers; n += 1) {
      await (await at(address)).login(email).expect(202);
      codes.add((await mailedSecret(test, email))?.code);
    }
    codes.delete(undefined);
    codes.delete(null);
    return codes.size;
  }

  it('keep its owner from no new device: each network has two codes beyond those that two connections used up', async () => {
    const [email = ''] = await clients(1);
    test.clock.advance(61 * MINUTE_MS);
    const [one, other] = [newAddress(), newAddress()];
    expect([await codesFor(email, one, 8), await codesFor(email, other, 8)]).toEqual([7, 7]);
    const home = await at(newAddress());
    await home.login(email).expect(202);
    await home.verify({ email, code: await mailedCode(test, email) }).expect(200);
    expect(await codesFor(email, home.address, 3)).toBe(1);
  });

  it('keep its owner from no new device in whatever network when all codes are used up: the mail has a link alone, once an hour', async () => {
    const [email = ''] = await clients(1);
    test.clock.advance(61 * MINUTE_MS);
    for (let network = 0; network < 12; network += 1) await codesFor(email, newAddress(), network < 2 ? 5 : 2);
    const home = await at(newAddress());
    await home.login(email).expect(202);
    const secret = await mailedSecret(test, email);
    expect(secret).toEqual({ code: null, token: expect.stringMatching(/^[\w-]{22,}$/) as string });
    for (const code of ['000000', 'null']) await home.verify({ email, code }).expect((answer) => expect(answer.status).toBeGreaterThanOrEqual(400));
    await (await at(home.address)).login(email).expect(202);
    expect(await mailedSecret(test, email)).toBeUndefined();
    await home.verify({ token: secret?.token }).expect(200);
  });

  it('cause 60 such mails an hour and no more, and for an address without an account the same answers', async () => {
    const [email = ''] = await clients(1);
    test.clock.advance(61 * MINUTE_MS);
    const mails: (string | null | undefined)[] = [];
    for (let network = 0; network < 95; network += 1) {
      await (await at(newAddress())).login(email).expect(202);
      mails.push((await mailedSecret(test, email))?.code);
    }
    expect([mails.filter((code) => code).length, mails.filter((code) => code === null).length, mails.filter((code) => code === undefined).length]).toEqual([30, 60, 5]);
  });
});

describe('an address’s own browsers', () => {
  /** Uses up what the address has for everybody. */
  async function useUp(email: string): Promise<void> {
    for (let n = 0; n < 32; n += 1) await (await at(newAddress())).login(email).expect(202);
    expect((await mailedSecret(test, email))?.code ?? null).toBeNull();
  }

  it('get their code although strangers asked for all there are: one that proved the address before', async () => {
    const { email, browser } = await signInClient(test);
    test.clock.advance(61 * MINUTE_MS);
    await useUp(email);
    await browser.login(email).expect(202);
    await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
  });

  it('one that proved it and was trusted, whose trust is over', async () => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const [listed] = (await browser.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
    await browser.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200);
    test.clock.advance(61 * MINUTE_MS);
    await useUp(email);
    await browser.login(email).expect(202);
    await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
  });

  it('one that registered the account a moment ago', async () => {
    const { email, browser, post } = await signInClient(test, { verified: false });
    await useUp(email);
    await post('/api/auth/client/code').expect(202);
    await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
  });

  it('have ten codes an hour of their own, and no more', async () => {
    const { email, browser } = await signInClient(test);
    test.clock.advance(61 * MINUTE_MS);
    await useUp(email);
    const codes = new Set<string | null | undefined>();
    for (let n = 0; n < 12; n += 1) {
      await browser.login(email).expect(202);
      codes.add((await mailedSecret(test, email))?.code);
      test.clock.advance(61_000);
    }
    codes.delete(undefined);
    codes.delete(null);
    expect(codes.size).toBe(10);
  });
});

describe('wrong codes in all', () => {
  it('refuse nobody; an administrator is told', async () => {
    const email = `${randomUUID()}@example.org`;
    const watch = test.app.get(CodeLimits);
    await watch.watch();
    const admin = await signInAdmin(test);
    const told = async (): Promise<unknown> => {
      const { body } = await admin.get('/api/admin/dashboard').expect(200);
      return (body as { integrations: { part: string; last_failure: { reason: string } | null }[] }).integrations.find(({ part }) => part === 'sign_in')?.last_failure;
    };
    expect(await told()).toBeNull();
    for (let n = 0; n < 91; n += 1) await (await at(newAddress())).verify({ email, code: '271828' }).expect(401);
    await watch.watch();
    expect(await told()).toMatchObject({ reason: expect.stringContaining('91 wrong codes') as string });
    await (await at(newAddress())).verify({ email, code: '271828' }).expect(401);
  });
});
