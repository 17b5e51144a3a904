import { ColumnCipher, ColumnPlace } from '../../src/common/crypto/column-cipher';
import { ownerText, SEALING_ANEW, sealedColumns } from '../../src/common/crypto/sealed';
import { Database } from '../../src/common/database/database';

/** What a row is found by. */
export const keyOf = (table: string): string => (table === 'session_note_keys' ? 'note_id' : 'id');

/** Where a value of a row with an `id` lies, and whose it is, as the table says now. */
export async function placeNow(database: Database, table: string, column: string, rowId: string): Promise<ColumnPlace> {
  const owner = sealedColumns().find((each) => each.column === column && each.owner?.table === table)?.owner;
  if (!owner) return { table, column, rowId };
  const [row] = await database.query<{ owner: string[] }>(`select ${owner.sql} as owner from ${table} where ${keyOf(table)} = $1`, [rowId]);
  if (!row) throw new Error(`no such row of ${table}`);
  return { table, column, rowId, owner: ownerText(row.owner) };
}

/** Writes texts into the sealed columns of a row that is there, as the product does. */
export async function sealInto(database: Database, cipher: ColumnCipher, table: string, rowId: string, texts: Record<string, string | null>): Promise<void> {
  for (const [column, text] of Object.entries(texts)) {
    const value = text === null ? null : cipher.encrypt(text, await placeNow(database, table, column, rowId));
    await database.transaction(async (tx) => {
      await tx.query(SEALING_ANEW);
      await tx.query(`update ${table} set ${column} = $2 where ${keyOf(table)} = $1`, [rowId, value]);
    });
  }
}

export async function unsealed(database: Database, cipher: ColumnCipher, table: string, column: string, rowId: string): Promise<string> {
  const [row] = await database.query<{ value: Buffer }>(`select ${column} as value from ${table} where ${keyOf(table)} = $1`, [rowId]);
  if (!row) throw new Error(`no such row of ${table}`);
  return cipher.decrypt(row.value, await placeNow(database, table, column, rowId));
}
