import { DataSource, EntityMetadata } from 'typeorm';
import { Ownership, sealedColumns } from './sealed';

const ROWS_PER_BATCH = 50;

export interface SealedTableColumn {
  name: string;
  owner: Ownership | undefined;
}

/** A table with encrypted columns, as SQL that goes along its primary key. */
export class SealedTable {
  readonly name: string;
  readonly columns: SealedTableColumn[] = [];
  private readonly keys: { name: string; type: string; text: string }[];
  private readonly rowId: string;

  /** @param row the column that values are bound to, where it is not the only key column */
  constructor({ tableName, primaryColumns }: EntityMetadata, row: string | undefined) {
    this.name = tableName;
    this.keys = primaryColumns.map(({ databaseName, type }) => {
      const name = `"${databaseName}"`;
      return { name, type: String(type), text: type === 'bytea' ? `encode(${name}, 'hex')` : `${name}::text` };
    });
    const bound = row === undefined ? this.keys : this.keys.filter(({ name }) => name === `"${row}"`);
    const [only] = bound;
    if (!only || bound.length > 1) throw new Error(`@Sealed of ${tableName} must name one of its key columns.`);
    this.rowId = only.text;
  }

  /**
   * Rows with a value that does not begin with $1, or $2 where it has an owner, locked; those that somebody works on are left for the next
   * round.
   */
  batch(isFirst: boolean): string {
    const names = this.keys.map(({ name }) => name).join(', ');
    const after = this.keys.map((_, index) => this.key(index, 3)).join(', ');
    const old = this.columns.map((column) => isOld(column, '$1', '$2'));
    const values = this.columns.map(({ name, owner }) => `"${name}", ${owner ? owner.sql : 'null::text[]'} as "owner of ${name}"`);
    return `select array[${this.keys.map(({ text }) => text).join(', ')}] as key, ${this.rowId} as row_id, ${values.join(', ')}
      from "${this.name}" where (${old.join(' or ')})${isFirst ? '' : ` and (${names}) > (${after})`}
      order by ${names} limit ${ROWS_PER_BATCH} for no key update skip locked`;
  }

  /** Every row with its values, each with its owner. */
  all(): string {
    const values = this.columns.map(({ name, owner }) => `"${name}", ${owner ? owner.sql : 'null::text[]'} as "owner of ${name}"`);
    return `select ${this.rowId} as row_id, ${values.join(', ')} from "${this.name}"`;
  }

  /** New values for a row that is locked: first its key, then they. */
  replace(columns: readonly string[]): string {
    const changes = columns.map((column, index) => `"${column}" = $${this.keys.length + index + 1}`);
    return `update "${this.name}" set ${changes.join(', ')} where ${this.keys.map(({ name }, index) => `${name} = ${this.key(index, 1)}`).join(' and ')}`;
  }

  /** How many values of a column are still to be encrypted anew, under which key they are now. */
  count(column: SealedTableColumn): string {
    const { name } = column;
    return `select encode(substring("${name}" from 3 for get_byte("${name}", 1)), 'escape') as key_id, count(*)::int as values
      from "${this.name}" where octet_length("${name}") > 1 and ${isOld(column, '$1', '$2')} group by 1`;
  }

  private key(index: number, first: number): string {
    const placeholder = `$${index + first}`;
    const { type } = this.keys[index] as { type: string };
    return type === 'bytea' ? `decode(${placeholder}, 'hex')` : `${placeholder}::${type}`;
  }
}

/** Whether a value is not encrypted as it would be now. */
function isOld({ name, owner }: SealedTableColumn, header: string, headerWithOwner: string): string {
  // Both are used in every statement: Postgres must know their types.
  const current = `(case when ${owner !== undefined} then ${headerWithOwner}::bytea else ${header}::bytea end)`;
  return `(octet_length("${name}") > 0 and substring("${name}" for length(${current})) <> ${current})`;
}

/** Every table with encrypted columns, of the entities that a process has loaded. */
export function sealedTables(source: DataSource): SealedTable[] {
  const tables = new Map<object, SealedTable>();
  for (const { entity, column, row, owner } of sealedColumns()) {
    const table = tables.get(entity) ?? new SealedTable(source.getMetadata(entity), row);
    table.columns.push({ name: column, owner });
    tables.set(entity, table);
  }
  return [...tables.values()];
}
