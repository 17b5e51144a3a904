import { randomUUID } from 'node:crypto';
import { ClientBrowser, mailedSecret } from '../harness/client-browser';
import { signInTherapist } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const ELSEWHERE = 'This link was not asked for in this browser. Please enter the email address it was sent to.';
const NOT_OF = 'This link was not sent to this address, or it has expired or was used already.';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const open = (): Promise<ClientBrowser> => ClientBrowser.open(test);

/** A link of the account's mail, and the browser that asked for it. */
async function linkOf(email: string): Promise<{ asking: ClientBrowser; token: string; code: string }> {
  const asking = await open();
  await asking.login(email).expect(202);
  const { token = '', code } = (await mailedSecret(test, email)) ?? {};
  return { asking, token, code: code ?? '' };
}

const signedIn = async (browser: ClientBrowser): Promise<string | undefined> => ((await browser.get('/api/auth/me')).body as { email?: string }).email;

describe('a link', () => {
  it('is enough in the browser that asked for it', async () => {
    const { email } = await signInClient(test);
    const { asking, token } = await linkOf(email);
    expect((await asking.verify({ token }).expect(200)).body).toMatchObject({ email, verified: true });
  });

  it('asks any other browser for the address first, which costs nothing', async () => {
    const { email } = await signInClient(test);
    const { token } = await linkOf(email);
    const phone = await open();
    for (let nth = 0; nth <= test.config.codes.wrongPerConnection; nth += 1) {
      const { body } = await phone.verify({ token }).expect(401);
      expect(body).toMatchObject({ detail: ELSEWHERE, errors: [{ field: 'email', message: ELSEWHERE }] });
    }
    expect(phone.has('session')).toBeUndefined();
    await phone.verify({ token, email: ` ${email.toUpperCase()}` }).expect(200);
    expect(await signedIn(phone)).toBe(email);
  });

  it('says the same of another address, known or not, as of a link that never was, is used or late', async () => {
    const [{ email }, other] = [await signInClient(test), await signInClient(test)];
    const { asking, token } = await linkOf(email);
    const used = await linkOf(other.email);
    await used.asking.verify({ token: used.token }).expect(200);
    const late = await linkOf(other.email);
    test.clock.advance(600_000);
    const { token: live } = await linkOf(email);
    const refused = async (body: object): Promise<object> => {
      const { body: problem } = await (await open()).verify(body).expect(401);
      return { ...(problem as object), request_id: undefined };
    };
    const told = await refused({ token: 'x'.repeat(43), email });
    expect(told).toMatchObject({ detail: NOT_OF });
    for (const body of [{ token: live, email: other.email }, { token: live, email: `${randomUUID()}@example.org` }, { token: used.token, email: other.email }, { token: late.token, email: other.email }, { token, email }]) {
      expect(await refused(body)).toEqual(told);
    }
    expect(asking.has('session')).toBeUndefined();
    for (const browser of [asking, await open()]) expect((await browser.verify({ token }).expect(401)).body).toMatchObject({ errors: [{ field: 'code_spent' }] });
  });

  it('has as many tries for its address as its code, together with it', async () => {
    const { email } = await signInClient(test);
    const { asking, token, code } = await linkOf(email);
    const phone = await open();
    for (let nth = 0; nth < 5; nth += 1) await phone.verify({ token, email: `${randomUUID()}@example.org` }).expect(401);
    await phone.verify({ token, email }).expect(401);
    await asking.verify({ email, code }).expect(401);
    // Who asked for it is not asked whose it is.
    await asking.verify({ token }).expect(200);
  });

  it('with the wrong address counts for the connection', async () => {
    const { email } = await signInClient(test);
    const phone = await open();
    const statuses: number[] = [];
    for (let nth = 0; nth <= test.config.codes.wrongPerConnection; nth += 1) {
      if (nth % 4 === 0) test.clock.advance(61_000);
      const { token } = await linkOf(email);
      statuses.push((await phone.verify({ token, email: `${randomUUID()}@example.org` })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  });

  it('ends nobody’s session unasked, a client’s or a therapist’s, not even where it was asked for', async () => {
    const [sender, kim] = [await signInClient(test), await signInClient(test)];
    const { token } = await linkOf(sender.email);
    await kim.browser.verify({ token }).expect(401);
    await kim.browser.verify({ token, email: kim.email }).expect(409);
    await kim.browser.verify({ token, email: kim.email, instead: true }).expect(401);
    expect(await signedIn(kim.browser)).toBe(kim.email);
    const { body } = await kim.browser.verify({ token, email: sender.email }).expect(409);
    expect(body).toMatchObject({ detail: 'Somebody else is signed in in this browser.', errors: [{ field: 'instead' }] });
    expect(await signedIn(kim.browser)).toBe(kim.email);
    await kim.browser.verify({ token, email: sender.email, instead: true }).expect(200);
    expect(await signedIn(kim.browser)).toBe(sender.email);

    const { asking, token: own } = await linkOf(sender.email);
    const therapist = await signInTherapist(test);
    asking.plant('session', /(?:^|; )session=([^;]+)/.exec(therapist.cookie)?.[1] ?? '');
    await asking.verify({ token: own }).expect(409);
    await therapist.get('/api/auth/me').expect(200);
    await asking.verify({ token: own, instead: true }).expect(200);
    await therapist.get('/api/auth/me').expect(401);
  });

  it('is enough where the account is signed in already, proved or not', async () => {
    for (const verified of [true, false]) {
      const { email, browser, post } = await signInClient(test, { verified });
      const { token } = await linkOf(email);
      browser.drop('browser');
      await browser.verify({ token }).expect(200);
      await post('/api/auth/logout').expect(200);
    }
  });
});
