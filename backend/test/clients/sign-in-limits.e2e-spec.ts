import { randomBytes, randomUUID } from 'node:crypto';
import { ClientBrowser, mailedCode, mailedSecret, newAddress, wrongCode } from '../harness/client-browser';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const CODE_SENT = { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 };
const ENVIRONMENT = { ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}` };

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp(ENVIRONMENT);
});
afterAll(() => test.close());
// Every test has an hour of its own.
beforeEach(() => test.clock.advance(61 * MINUTE_MS));

const unknown = (): string => `${randomUUID()}@example.org`;
const at = (address: string, app = test): Promise<ClientBrowser> => ClientBrowser.open(app, { address });

/** Asks for unknown addresses until none is told apart any more. @returns the connection */
async function usedUpConnection(): Promise<string> {
  const address = newAddress();
  for (let n = 0; n < 5; n += 1) await (await at(address)).login(unknown()).expect(404);
  return address;
}

/** What a browser is answered that asks, asks again at once, and guesses until no try is left. */
async function story(browser: ClientBrowser, email: string): Promise<unknown[]> {
  const answers = [await browser.login(email), await browser.login(email)];
  for (let step = 0; step < 6; step += 1) answers.push(await browser.verify({ email, code: wrongCode('271828', step) }));
  return answers.map(({ status, headers, body }) => ({
    status,
    wait: Boolean(headers['retry-after']),
    cookies: ([] as string[]).concat(headers['set-cookie'] ?? []).map((line) => line.split('=')[0]),
    body: { ...(body as object), request_id: undefined, detail: (body as { detail?: string }).detail?.replace(/\d+ seconds?/, 'n seconds') },
  }));
}

describe('asking whether an address has an account', () => {
  it('is answered five times in ten minutes; from then on every address is answered alike', async () => {
    const { email } = await signInClient(test);
    const address = await usedUpConnection();
    await (await at(address)).login(unknown()).expect(202, CODE_SENT);
    expect(await story(await at(address), unknown())).toEqual(await story(await at(address), email));
    test.clock.advance(11 * MINUTE_MS);
    await (await at(address)).login(unknown()).expect(404);
  });

  it('does not keep out who has an account: their mail and trusted browsers', async () => {
    const [client, trusting] = [await signInClient(test), await signInClient(test, { trusted: true })];
    const address = await usedUpConnection();
    await (await at(address)).login(client.email).expect(202, CODE_SENT);
    expect(await mailedSecret(test, client.email)).toBeDefined();
    trusting.browser.address = address;
    await trusting.browser.login(trusting.email).expect(200);
  });

  it('counts unknown addresses only', async () => {
    const { email } = await signInClient(test);
    const address = newAddress();
    for (let n = 0; n < 8; n += 1) await (await at(address)).login(email).expect(202);
    await (await at(address)).login(unknown()).expect(404);
  });

  it('is counted for parallel requests too', async () => {
    const address = newAddress();
    const browsers = await Promise.all(Array.from({ length: 15 }, () => at(address)));
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.login(unknown())).status));
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
  });

  it.each([
    ['192.0.2', (network: string, host: number) => `${network}.${host}`],
    ['2001:db8:7', (network: string, host: number) => `${network}:${host.toString(16)}::1`],
  ])('is answered 30 times an hour to the network %s', async (network, hostOf) => {
    for (let host = 1; host <= 30; host += 1) await (await at(hostOf(network, host))).login(unknown()).expect(404);
    await (await at(hostOf(network, 31))).login(unknown()).expect(202, CODE_SENT);
  });

  it('is answered 300 times an hour in all, and that outlives a restart', async () => {
    for (let n = 0; n < 300; n += 1) await (await at(`10.${n % 200}.${Math.floor(n / 200)}.1`)).login(unknown()).expect(404);
    await (await at(newAddress())).login(unknown()).expect(202, CODE_SENT);
    const restarted = await startTestApp(ENVIRONMENT, undefined, test.testDatabase);
    try {
      restarted.clock.set(test.clock.now().toISOString());
      await (await at(newAddress(), restarted)).login(unknown()).expect(202, CODE_SENT);
    } finally {
      await restarted.close();
    }
  });
});

describe('registering', () => {
  it('tells five times in ten minutes, together with signing in, who has an account; then every address gets a code', async () => {
    const { email } = await signInClient(test);
    const address = newAddress();
    await (await at(address)).register(email).expect(400);
    await (await at(address)).register(unknown()).expect(201);
    for (let n = 0; n < 3; n += 1) await (await at(address)).login(unknown()).expect(404);
    await (await at(address)).login(unknown()).expect(202, CODE_SENT);
    const stories: unknown[][] = [];
    for (const asked of [email, unknown()]) {
      const browser = await at(address);
      const { status, body, headers } = await browser.register(asked);
      stories.push([status, body, Object.keys(headers).sort()], [(await browser.login(asked)).status], [(await browser.verify({ email: asked, code: wrongCode('271828') })).body.detail]);
    }
    expect(stories.slice(3)).toEqual(stories.slice(0, 3));
    expect(stories[0]).toEqual([202, CODE_SENT, expect.any(Array)]);
  });

  it('past the limits still makes the account, which opens with the code', async () => {
    const address = await usedUpConnection();
    const [browser, email] = [await at(address), unknown()];
    await browser.register(email, { name: 'Kim Park', phone: '+1 555', date_of_birth: '1990-03-14' }).expect(202, CODE_SENT);
    const { body } = await browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
    expect(body).toMatchObject({ name: 'Kim Park', verified: true });
    expect((await browser.get('/api/client/account').expect(200)).body).toMatchObject({ phone: '+1 555', date_of_birth: '1990-03-14' });
  });

  it('is counted for a network, for all, and for parallel requests too', async () => {
    const address = newAddress();
    const browsers = await Promise.all(Array.from({ length: 12 }, () => at(address)));
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.register(unknown())).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    for (let host = 1; host <= 30; host += 1) await (await at(`192.0.3.${host}`)).register(unknown()).expect(201);
    await (await at('192.0.3.31')).register(unknown()).expect(202, CODE_SENT);
  });
});

describe('codes of one account', () => {
  it('go out thirty times an hour, however many browsers ask from wherever; then a link alone; the answer stays the same', async () => {
    const client = await signInClient(test);
    test.clock.advance(61 * MINUTE_MS);
    const codes = new Set<string | null | undefined>();
    const links = new Set<string | undefined>();
    for (let n = 0; n < 32; n += 1) {
      await (await at(newAddress())).login(client.email).expect(202, CODE_SENT);
      const secret = await mailedSecret(test, client.email);
      links.add(secret?.token);
      codes.add(secret?.code ? secret.token : null);
    }
    codes.delete(null);
    expect([codes.size, links.size]).toEqual([30, 32]);
    const browser = await at(newAddress());
    expect(await story(browser, client.email)).toHaveLength(8);
  });

  it('cannot be used up from one connection', async () => {
    const client = await signInClient(test);
    test.clock.advance(61 * MINUTE_MS);
    const connection = newAddress();
    for (let n = 0; n < 12; n += 1) await (await at(connection)).login(client.email).expect(202, CODE_SENT);
    expect(await mailedSecret(test, client.email)).toBeUndefined();
    const elsewhere = await at(newAddress());
    await elsewhere.login(client.email).expect(202, CODE_SENT);
    const { code } = (await mailedSecret(test, client.email)) ?? {};
    await elsewhere.verify({ email: client.email, code }).expect(200);
  });

  it('cannot be used up by a stranger for a client who is signed in', async () => {
    const client = await signInClient(test, { trusted: true });
    for (let n = 0; n < 12; n += 1) await (await at(newAddress())).login(client.email).expect(202);
    test.clock.advance(2 * MINUTE_MS);
    await client.browser.login(client.email).expect(200);
    await client.post('/api/auth/client/code').expect(202);
    const { code } = (await mailedSecret(test, client.email)) ?? {};
    await client.browser.verify({ email: client.email, code }).expect(200);
  });

  it('are not used up by asking for the address before it is registered', async () => {
    const email = unknown();
    for (let n = 0; n < 12; n += 1) await (await at(newAddress())).login(email).expect(404);
    await signInClient(test, { email });
  });
});
