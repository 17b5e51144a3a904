import { ColumnCipher, ColumnPlace } from '../../src/common/crypto/column-cipher';
import { RowMarks } from '../../src/common/crypto/row-marks';
import { ownerText, SEALING_ANEW, sealedColumns } from '../../src/common/crypto/sealed';
import { Database } from '../../src/common/database/database';
import { BOOKING_MARKING, WAITING_MARKING } from '../../src/modules/bookings/marking';
import { CARE_PLAN_MARKING } from '../../src/modules/care-plans/marking';
import { SESSION_NOTE_MARKING } from '../../src/modules/session-notes/markings';
import { TestApp } from './test-app';

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

/** Rows that a test wrote, or changed, are the product's own. */
export async function markRows(test: TestApp, table: 'bookings' | 'care_plans' | 'session_notes' | 'waiting_requests', where: string, values: unknown[]): Promise<void> {
  const marking = [BOOKING_MARKING, CARE_PLAN_MARKING, SESSION_NOTE_MARKING, WAITING_MARKING].find((each) => each.table === table);
  const rows = await test.database.query<{ id: string }>(`update ${table} set mark = null where ${where} returning id`, values);
  if (marking) await test.app.get(RowMarks).vouch(marking, test.database, rows.map(({ id }) => id));
}
