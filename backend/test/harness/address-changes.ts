import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { ClientBrowser, mailedCode } from './client-browser';
import { bookingOf, Practice } from './practice';
import type { SignedInClient } from './signed-in-client';
import type { TestApp } from './test-app';

/** The whole change of address. */
export async function changeAddress(test: TestApp, client: SignedInClient, email: string): Promise<void> {
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
}

/** The secret of the notice that goes to an address that was left. */
export async function objectionToken(test: TestApp, oldEmail: string): Promise<string> {
  const [row] = await test.database.query<{ id: string; object_token: Buffer }>(
    'select id, object_token from address_changes where old_email = $1 and confirmed_at is not null order by confirmed_at desc limit 1',
    [oldEmail],
  );
  if (!row) throw new Error('no notice goes out');
  return test.app.get(ColumnCipher).decrypt(row.object_token, { table: 'address_changes', column: 'object_token', rowId: row.id });
}

/** {@link changeAddress}, a minute later. @returns the secret of the notice to the address that is left */
export async function leave(test: TestApp, client: SignedInClient, from: string, to: string): Promise<string> {
  test.clock.advance(61_000);
  await changeAddress(test, client, to);
  return objectionToken(test, from);
}

/** The old address did not want to be left. @param browser of whoever opens the link; nobody is signed in in a new one */
export async function objectTo(test: TestApp, token: string, browser?: ClientBrowser) {
  return (browser ?? (await ClientBrowser.open(test))).post('/api/auth/client/address-objection', { token });
}

/** Whoever reads an address's mailbox signs in. @returns the account with the browser */
export async function signInAt(test: TestApp, email: string, browser?: ClientBrowser): Promise<{ id: string; browser: ClientBrowser }> {
  test.clock.advance(61_000);
  const own = browser ?? (await ClientBrowser.open(test));
  await own.login(email).expect(202);
  const { body } = await own.verify({ email, code: await mailedCode(test, email) }).expect(200);
  return { id: (body as { id: string }).id, browser: own };
}

/** A booking of somebody who is signed in with the address. @returns its id */
export async function bookAs(test: TestApp, practice: Practice, client: SignedInClient, appointment_time: string): Promise<string> {
  const { body } = await client.post('/api/bookings', bookingOf(test, practice, { client_email: client.email, appointment_time })).expect(201);
  return (body as { id: string }).id;
}

export async function bookingsOf(test: TestApp, clientId: string): Promise<string[]> {
  const rows = await test.database.query<{ id: string }>('select id from bookings where client_id = $1 order by id', [clientId]);
  return rows.map(({ id }) => id);
}
