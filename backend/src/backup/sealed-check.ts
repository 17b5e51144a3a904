import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { ownerText } from '../common/crypto/sealed';
import { SealedTable, sealedTables } from '../common/crypto/sealed-table';
import { Database, Queryable, statement } from '../common/database/database';

const ROWS_AT_ONCE = 500;
/** As long as it takes; an older Postgres knows fewer of them. */
const TAKE_TIME = statement<{ set_config: string }>('sealed-check-takes-time', `select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);

export interface SealedValues {
  opened: number;
  /** By `table.column`: values that do not open where they lie. */
  closed: ReadonlyMap<string, number>;
}

type Row = { row_id: string } & Record<string, Buffer | string[] | null>;

/** Opens every encrypted value once, and keeps none. */
@Injectable()
export class SealedCheck {
  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async run(): Promise<SealedValues> {
    const closed = new Map<string, number>();
    let opened = 0;
    for (const table of sealedTables(this.source)) opened += await this.database.transaction((tx) => this.openTable(table, closed, tx));
    return { opened, closed };
  }

  private async openTable(table: SealedTable, closed: Map<string, number>, tx: Queryable): Promise<number> {
    await tx.query(TAKE_TIME);
    await tx.query(`declare sealed_values no scroll cursor for ${table.all()}`);
    let opened = 0;
    for (;;) {
      const rows = await tx.query<Row>(`fetch ${ROWS_AT_ONCE} from sealed_values`);
      for (const row of rows) {
        for (const { name: column, owner } of table.columns) {
          const value = row[column] as Buffer | null;
          if (!value || value.length === 0) continue;
          const place = { table: table.name, column, rowId: row.row_id, ...(owner && { owner: ownerText(row[`owner of ${column}`] as string[]) }) };
          if (this.opens(value, place)) opened += 1;
          else closed.set(`${table.name}.${column}`, (closed.get(`${table.name}.${column}`) ?? 0) + 1);
        }
      }
      if (rows.length < ROWS_AT_ONCE) return opened;
    }
  }

  /** A key that is missing opens nothing either. */
  private opens(...[value, place]: Parameters<ColumnCipher['decrypt']>): boolean {
    try {
      this.cipher.decrypt(value, place);
      return true;
    } catch {
      return false;
    }
  }
}
