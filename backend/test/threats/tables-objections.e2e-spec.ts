import { Client } from 'pg';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { auditProblems } from '../harness/activity-log-tools';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { keep, Kept } from '../harness/put-back';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const DAY_MS = 24 * 3_600_000;

/** Somebody who reads a client's former mailbox, and can write the tables, wants the account back there. */
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

const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);
const object = async (token: string): Promise<number> => (await (await ClientBrowser.open(test)).post('/api/auth/client/address-objection', { token })).status;
const address = async (): Promise<unknown> => (await owner.query<{ email: string }>('select email from users where id = $1', [kim.id])).rows[0]?.email;

/** Kim moves to another address. @returns the change with the secret of the link that undoes it, and the row as it is then */
async function move(browser = kim.browser): Promise<{ id: string; next: string; token: string; row: Kept }> {
  const next = `${newId()}@example.org`;
  await browser.post('/api/client/account/email', { email: next }).expect(202);
  await browser.post('/api/client/account/email/confirm', { code: await mailedCode(test, next) }).expect(200);
  const { rows: [change] } = await owner.query<{ id: string; object_token: Buffer }>('select id, object_token from address_changes where new_email = $1', [next]);
  const id = change?.id ?? '';
  const token = test.app.get(ColumnCipher).decrypt(change?.object_token ?? Buffer.alloc(0), { table: 'address_changes', column: 'object_token', rowId: id });
  return { id, next, token, row: await keep(owner, 'address_changes', `id = '${id}'`) };
}

it('a link is over after seven days, whatever its row says, and the row is named', async () => {
  const { id, next, token, row } = await move();
  expect(await named()).toEqual([]);
  test.clock.advance(7 * DAY_MS);
  await owner.query(`update address_changes set object_until = $1`, [new Date(test.clock.now().getTime() + DAY_MS)]);
  expect(await object(token)).toBe(404);
  expect(await named()).toEqual([id]);
  await owner.query(`update address_changes set confirmed_at = $1`, [test.clock.now()]);
  expect(await object(token)).toBe(404);
  await owner.query('delete from address_changes');
  await row.putBack();
  expect(await object(token)).toBe(404);
  expect(await named()).toEqual([]);
  expect(await address()).toBe(next);
});

it('a link that was used, or was undone with an earlier one, opens nothing again, and the row is named', async () => {
  const first = await move();
  test.clock.advance(60_000);
  const second = await move();
  test.clock.advance(60_000);
  expect(await object(first.token)).toBe(200);
  expect(await named()).toEqual([]);
  expect([await object(first.token), await object(second.token)]).toEqual([404, 404]);
  await owner.query('update address_changes set objected_at = null');
  expect([await object(first.token), await object(second.token)]).toEqual([404, 404]);
  expect(await named()).toEqual([first.id, second.id]);
  await first.row.putBack();
  await second.row.putBack();
  expect([await object(first.token), await object(second.token)]).toEqual([404, 404]);
  expect(await named()).toEqual([first.id, second.id]);
  expect(await address()).toBe(kim.email);
});

it('the first address may still object after a later one did', async () => {
  const first = await move();
  test.clock.advance(60_000);
  const second = await move();
  test.clock.advance(60_000);
  expect(await object(second.token)).toBe(200);
  expect(await address()).toBe(first.next);
  expect(await named()).toEqual([]);
  expect(await object(first.token)).toBe(200);
  expect(await address()).toBe(kim.email);
  expect(await named()).toEqual([]);
});

it('a link of one’s own does not lead to another change', async () => {
  const mallory = await signInClient(test);
  const [own, hers] = [await move(mallory.browser), await move()];
  await owner.query('with own as (delete from address_changes where id = $2 returning object_hash) update address_changes set object_hash = own.object_hash from own where id = $1', [hers.id, own.id]);
  expect(await object(own.token)).toBe(404);
  expect(await address()).toBe(hers.next);
});
