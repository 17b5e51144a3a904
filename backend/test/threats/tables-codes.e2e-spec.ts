import { Client } from 'pg';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { holdTime, makeWave, verifyHold } from '../harness/booking-holds';
import { openBrowser, post } from '../harness/browser';
import { ClientBrowser, mailedSecret, wrongCode } from '../harness/client-browser';
import { addForm, bookingTokens, formCode, question } from '../harness/intake-forms';
import { book, openPractice } from '../harness/practice';
import { keep, Kept } from '../harness/put-back';
import { administrator, arrived, enrol, nextCode } from '../harness/second-factor-accounts';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables wants a code or a link to open more than once, for longer, or after more guesses. */
let test: TestApp;
let owner: Client;
let kim: SignedInClient;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  kim = await signInClient(test);
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

/** A browser that waits for a code, with what the mail says and the row as it is then. */
async function asked(email = kim.email): Promise<{ browser: ClientBrowser; id: string; code: string; token: string; row: Kept }> {
  const browser = await ClientBrowser.open(test);
  await browser.login(email).expect(202);
  const secret = await mailedSecret(test, email);
  if (!secret) throw new Error('no code goes out');
  const hash = test.app.get(KeyRing).digest('sign-in-address', email);
  const { rows: [row] } = await owner.query<{ id: string }>('select id from sign_in_codes where address_hash = $1 order by id desc limit 1', [hash]);
  const id = row?.id ?? '';
  return { browser, id, code: secret.code ?? '', token: secret.token, row: await keep(owner, 'sign_in_codes', `id = '${id}'`) };
}

describe.each(['code', 'link'] as const)('a %s', (by) => {
  const give = async ({ browser, code, token }: { browser: ClientBrowser; code: string; token: string }): Promise<number> =>
    (await browser.verify(by === 'code' ? { email: kim.email, code } : { token })).status;

  it('that was used opens nothing again, with its use taken back or with the row of before', async () => {
    const used = await asked();
    expect(await give(used)).toBe(200);
    await owner.query(`update sign_in_codes set used_at = null, expires_at = now() + interval '1 year' where id = $1`, [used.id]);
    expect(await give(used)).toBe(401);
    await used.row.putBack();
    expect(await give(used)).toBe(401);
  });

  it('that ended with another proof opens nothing with the row of before', async () => {
    const [open, other] = [await asked(), await asked()];
    expect(await give(other)).toBe(200);
    await open.row.putBack();
    expect(await give(open)).toBe(401);
    // Another one, asked for afterwards, does.
    expect(await give(await asked())).toBe(200);
  });

  it('opens nothing after ten minutes, whatever its row says', async () => {
    const late = await asked();
    await owner.query(`update sign_in_codes set expires_at = now() + interval '1 year' where id = $1`, [late.id]);
    test.clock.advance(600_000);
    expect(await give(late)).toBe(401);
    await owner.query(`update sign_in_codes set created_at = now() + interval '1 year' where id = $1`, [late.id]);
    expect(await give(late)).toBe(401);
  });
});

it('a link of one’s own mail, laid to another account’s code, signs nobody in', async () => {
  const mallory = await signInClient(test);
  const [own, hers] = [await asked(mallory.email), await asked()];
  await owner.query('with own as (delete from sign_in_codes where id = $2 returning link_hash) update sign_in_codes set link_hash = own.link_hash from own where id = $1', [hers.id, own.id]);
  await own.browser.verify({ token: own.token }).expect(401);
});

it('tries that are added in the table, or come back with the row of before, are none', async () => {
  const [more, again] = [await asked(), await asked()];
  await owner.query('update sign_in_codes set tries_left = 1000000 where id = $1', [more.id]);
  await more.browser.verify({ email: kim.email, code: more.code }).expect(401);
  for (let nth = 1; nth <= 5; nth += 1) {
    await again.browser.verify({ email: kim.email, code: wrongCode(again.code, nth) }).expect(401);
    await again.row.putBack();
    await owner.query('delete from limit_hits');
  }
  await again.browser.verify({ email: kim.email, code: again.code }).expect(401);
});

it('parallel guesses share the tries, and the right one is found among them', async () => {
  const { browser, code } = await asked();
  const statuses = await Promise.all([1, 2, 3, 0, 4].map(async (step) => (await browser.verify({ email: kim.email, code: wrongCode(code, step) })).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
});

it('a connection’s wrong codes count in the process too', async () => {
  const browser = await ClientBrowser.open(test);
  const statuses: number[] = [];
  for (let nth = 0; nth < test.config.codes.wrongPerConnection + 1; nth += 1) {
    statuses.push((await browser.verify({ token: `x${nth}`.padEnd(22, 'x') })).status);
    await owner.query('delete from limit_hits');
  }
  expect(statuses.at(-2)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

describe('a code that is not for signing in', () => {
  /** Guesses, each from another connection, with the tries of all codes given back after each. */
  async function guess(table: string, from: (browser: ClientBrowser, nth: number) => PromiseLike<{ status: number }>): Promise<number[]> {
    const statuses: number[] = [];
    for (let nth = 1; nth <= 122; nth += 1) {
      const browser = await ClientBrowser.open(test);
      statuses.push((await from(browser, nth)).status);
      await owner.query(`update ${table} set tries_left = 5`);
      await owner.query('delete from limit_hits');
    }
    return statuses;
  }
  const NEVER_RIGHT = Array<number>(120).fill(401);

  it('lets nobody guess on for a form', async () => {
    const practice = await openPractice(test);
    await addForm(test, practice.therapist.id, [question('q_a')], { serviceId: practice.serviceId, everyBooking: true });
    const { body } = await book(test, practice, { client_email: 'vera@example.org' }).expect(201);
    const [token = ''] = await bookingTokens(test, (body as { id: string }).id);
    await (await ClientBrowser.open(test)).put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value: 'x' }).expect(200);
    const thief = await ClientBrowser.open(test);
    await thief.post('/api/forms/code', { token }).expect(202);
    const code = await formCode(test);
    const statuses = await guess('intake_codes', ({ address }, nth) => {
      thief.address = address;
      return thief.post('/api/forms/verify', { token, code: wrongCode(code, nth) });
    });
    expect(statuses).toEqual([...NEVER_RIGHT, 429, 429]);
  });

  it('lets nobody guess on for a time that is held', async () => {
    const practice = await openPractice(test);
    const holding = await startTestApp({ BOOKING_WAVE_LIMIT: '2' }, () => undefined, test.testDatabase);
    try {
      await makeWave(holding, practice, 2);
      const held = await holdTime(holding, practice);
      const statuses = await guess('booking_holds', (_, nth) => verifyHold(holding, held.id, wrongCode(held.code, nth)));
      expect(statuses).toEqual([...NEVER_RIGHT, 429, 429]);
    } finally {
      await holding.close();
    }
  });
});

describe('the second factor', () => {
  it('lets nobody guess on when the counts are taken out of the table', async () => {
    const { name, secret } = await enrol(test, administrator);
    const thief = await arrived(test, administrator, name);
    const verify = async (code: string): Promise<number> => (await post(thief, '/api/admin/second-factor/verify', { code })).status;
    const statuses: number[] = [];
    for (let nth = 1; nth <= 6; nth += 1) {
      statuses.push(await verify(wrongCode(nextCode(test, secret), nth)));
      await owner.query('delete from limit_hits');
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    test.clock.advance(15 * 60_000);
    expect(await verify(nextCode(test, secret))).toBe(200);
  });

  it('takes a code of the app once, also when its row is as it was before', async () => {
    const { name, secret } = await enrol(test, administrator);
    const code = nextCode(test, secret);
    const before = await keep(owner, 'second_factors', 'true', 'account_kind, account_id');
    const verify = async (): Promise<number> => (await post(await arrived(test, administrator, name), '/api/admin/second-factor/verify', { code })).status;
    expect(await verify()).toBe(200);
    await before.putBack();
    expect(await verify()).toBe(401);
    await owner.query('update second_factors set last_step = null');
    expect((await administrator.signIn(openBrowser(test), name)).status).toBe(403);
  });
});
