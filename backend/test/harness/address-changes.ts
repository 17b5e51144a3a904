import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { mailedCode } from './client-browser';
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
