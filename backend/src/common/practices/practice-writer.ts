import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../crypto/column-cipher';
import { ownerText } from '../crypto/sealed';
import type { Queryable } from '../database/database';
import { keyTextsOf, PracticeColumn, PracticeRow, PracticeTable } from './practice-rows';

interface PlacedRow {
  key: string[];
  [owner: `owner of ${string}`]: string[] | null;
}

/** Rows of practices as they come in: texts are sealed with the keys of this installation. */
@Injectable()
export class PracticeWriter {
  constructor(private readonly cipher: ColumnCipher) {}

  /** @param rows with plain texts where columns are sealed; a column that is in none of them has its default */
  async write(table: PracticeTable, rows: readonly PracticeRow[], on: Queryable): Promise<void> {
    if (rows.length === 0) return;
    const written = table.columns.filter(({ name }) => rows.some((row) => row[name] !== undefined));
    const values = rows.map((row): PracticeRow => Object.fromEntries(written.flatMap((column) => (column.sealed ? [] : [[column.name, asJson(row[column.name], column)]]))));
    await this.seal(table, written, rows, values, on);
    const names = written.map(({ name }) => `"${name}"`).join(', ');
    const text = `insert into "${table.name}" (${names}) select ${names} from json_populate_recordset(null::"${table.name}", $1::json)`;
    await on.query(text, [JSON.stringify(values)]);
  }

  /** Whose the texts are follows from the rows as they are going to be, and from those that they refer to. */
  private async seal({ name, keys, columns }: PracticeTable, written: readonly PracticeColumn[], rows: readonly PracticeRow[], into: readonly PracticeRow[], on: Queryable): Promise<void> {
    const sealed = written.filter((column) => column.sealed);
    if (sealed.length === 0) return;
    const owners = sealed.flatMap((column) => (column.sealed?.owner ? [`, ${column.sealed.owner.sql} as "owner of ${column.name}"`] : []));
    const text = `select array[${keyTextsOf(columns, keys)}] as key${owners.join('')} from rows from (json_populate_recordset(null::"${name}", $1::json)) with ordinality "${name}" order by "${name}".ordinality`;
    const places = await on.query<PlacedRow>(text, [JSON.stringify(into)]);
    for (const [index, place] of places.entries()) {
      for (const { name: column, sealed: how, isNullable } of sealed) {
        const plain = rows[index]?.[column] ?? null;
        if (plain === null && isNullable) continue;
        const owner = place[`owner of ${column}`];
        const rowId = place.key[keys.indexOf(how?.row ?? (keys[0] as string))] as string;
        // What did not open where it was exported is empty where there has to be something.
        const value = this.cipher.encrypt(plain === null ? '' : String(plain), { table: name, column, rowId, ...(owner && { owner: ownerText(owner) }) });
        (into[index] as PracticeRow)[column] = `\\x${value.toString('hex')}`;
      }
    }
  }
}

/** As Postgres reads it. @param value as it is exported, or as it is made here */
function asJson(value: unknown, { type }: PracticeColumn): unknown {
  if (value === undefined || value === null) return null;
  if (type !== 'bytea') return value;
  return `\\x${Buffer.isBuffer(value) ? value.toString('hex') : String(value)}`;
}
