import { Injectable } from '@nestjs/common';
import { DataSource, EntityMetadata } from 'typeorm';
import { ClosedValue, ColumnCipher } from '../crypto/column-cipher';
import { Ownership, ownerText, sealedColumns } from '../crypto/sealed';
import type { Queryable } from '../database/database';
import { declaredClaims, PracticeClaim } from './claims';

const READ_AT_ONCE = 50;
const DELETED_AT_ONCE = 500;

export interface PracticeColumn {
  name: string;
  /** As Postgres calls it, such as `timestamptz`. */
  type: string;
  isArray: boolean;
  isNullable: boolean;
  /** Encrypted in the table; in an export the text. */
  sealed: { row: string | undefined; owner: Ownership | undefined } | undefined;
  /** Whether it is in an export. */
  isExported: boolean;
}

/** A table that has rows of practices. */
export interface PracticeTable {
  name: string;
  claim: PracticeClaim;
  columns: readonly PracticeColumn[];
  /** Names of the columns of its primary key. */
  keys: readonly string[];
  /** SQL: which rows are a practice's. $1: the therapist */
  condition: string;
}

/** A row as it is exported: instants in UTC, sealed texts opened. */
export type PracticeRow = Record<string, unknown>;

interface FoundRow {
  key: string[];
  row: Record<string, unknown>;
  [owner: `owner of ${string}`]: string[] | null;
}

const REFERENCES = `select distinct c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`;

/** The rows of one practice over all tables, as the domains declare them beside their entities. */
@Injectable()
export class PracticeRows {
  private known: Map<string, PracticeTable> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Every claimed table, by its name. */
  tables(): ReadonlyMap<string, PracticeTable> {
    if (this.known) return this.known;
    const claims = new Map([...declaredClaims().claims].filter(([entity]) => this.source.hasMetadata(entity)).map(([entity, claim]) => [this.source.getMetadata(entity).tableName, { entity, claim }]));
    const conditionOf = (table: string): string => {
      const claim = claims.get(table)?.claim;
      if (!claim) throw new Error(`${table} is claimed for no practice.`);
      if (claim.where !== undefined) return `(${claim.where})`;
      return claim.in === undefined ? `"${table}"."${claim.by}" = $1::uuid` : `"${table}"."${claim.by}" in (select id from "${claim.in}" where ${conditionOf(claim.in)})`;
    };
    this.known = new Map([...claims].map(([name, { entity, claim }]) => [name, tableOf(this.source.getMetadata(entity), claim, conditionOf(name))]));
    return this.known;
  }

  /** In the order in which rows can be written: what is referred to first. */
  async inOrder(on: Queryable): Promise<PracticeTable[]> {
    const tables = this.tables();
    const parents = new Map<string, Set<string>>([...tables.keys()].map((name) => [name, new Set<string>()]));
    const refer = (child: string, parent: string): void => void (child !== parent && tables.has(parent) && parents.get(child)?.add(parent));
    const references = await on.query<{ child: string; parent: string }>(REFERENCES);
    for (const { child, parent } of references) {
      refer(child, parent);
      // What takes rows of the parent along goes after everything that refers to those.
      const taker = tables.get(parent)?.claim.goesWith;
      if (taker !== undefined && child !== taker && tables.get(child)?.claim.goesWith !== taker) refer(child, taker);
    }
    for (const { name, claim } of tables.values()) if (claim.in !== undefined) refer(name, claim.in);
    const ordered: PracticeTable[] = [];
    const visit = (name: string, path: readonly string[]): void => {
      const table = tables.get(name) as PracticeTable;
      if (ordered.includes(table)) return;
      if (path.includes(name)) throw new Error(`Rows of practices refer to each other in a ring: ${[...path, name].join(', ')}.`);
      for (const parent of [...(parents.get(name) ?? [])].sort()) visit(parent, [...path, name]);
      ordered.push(table);
    };
    for (const name of [...tables.keys()].sort()) visit(name, []);
    return ordered;
  }

  async count({ name, condition }: PracticeTable, therapistId: string, on: Queryable): Promise<number> {
    const text = `select count(*)::int as rows from "${name}" where ${condition}`;
    const [row] = await on.query<{ rows: number }>(text, [therapistId]);
    return row?.rows ?? 0;
  }

  /** A practice's rows of a table in the order of its key. @param unreadable hears of each value that does not open; it is null in its row */
  async *read(table: PracticeTable, therapistId: string, on: Queryable, unreadable: (place: string) => void): AsyncGenerator<PracticeRow> {
    const { name, keys, columns } = table;
    const condition = exportedOf(table);
    const order = keys.map((key) => `"${name}"."${key}"`).join(', ');
    const owners = columns.flatMap((column) => (column.sealed?.owner && column.isExported ? [`, ${column.sealed.owner.sql} as "owner of ${column.name}"`] : []));
    const keyTexts = keyTextsOf(columns, keys);
    const after = keys.map((key, index) => fromText(columns, key, index + 2)).join(', ');
    const select = `select array[${keyTexts}] as key, to_jsonb("${name}") as row${owners.join('')} from "${name}" where ${condition}`;
    let last: string[] | undefined;
    do {
      const page = await on.query<FoundRow>(`${select}${last ? ` and (${order}) > (${after})` : ''} order by ${order} limit ${READ_AT_ONCE}`, [therapistId, ...(last ?? [])]);
      for (const found of page) yield this.opened(table, found, unreadable);
      last = page.length < READ_AT_ONCE ? undefined : page.at(-1)?.key;
    } while (last);
  }

  /** Takes some of a practice's rows out of a table. @returns how many: 0 when there are none left */
  async remove({ name, condition }: PracticeTable, therapistId: string, on: Queryable): Promise<number> {
    const text = `with gone as (delete from "${name}" where ctid = any(array(select "${name}".ctid from "${name}" where ${condition} limit ${DELETED_AT_ONCE})) returning 1) select count(*)::int as rows from gone`;
    const [row] = await on.query<{ rows: number }>(text, [therapistId]);
    return row?.rows ?? 0;
  }

  private opened({ name, columns, keys }: PracticeTable, found: FoundRow, unreadable: (place: string) => void): PracticeRow {
    const row: PracticeRow = {};
    for (const column of columns.filter(({ isExported }) => isExported)) {
      const value = found.row[column.name] ?? null;
      if (column.sealed && value !== null) {
        const id = found.key[keys.indexOf(column.sealed.row ?? (keys[0] as string))] as string;
        const owner = found[`owner of ${column.name}`];
        row[column.name] = this.open(Buffer.from(String(value).slice(2), 'hex'), { table: name, column: column.name, rowId: id, ...(owner && { owner: ownerText(owner) }) }, unreadable);
      } else row[column.name] = column.type === 'bytea' && value !== null ? String(value).slice(2) : value;
    }
    return row;
  }

  private open(value: Buffer, place: { table: string; column: string; rowId: string; owner?: string }, unreadable: (place: string) => void): string | null {
    if (value.length === 0) return '';
    try {
      return this.cipher.decrypt(value, place);
    } catch (error) {
      if (!(error instanceof ClosedValue)) throw error;
      unreadable(`${place.table}.${place.column} of ${place.rowId}`);
      return null;
    }
  }
}

function exportedOf({ condition, claim }: PracticeTable): string {
  return claim.exported === undefined ? condition : `${condition} and (${claim.exported})`;
}

function tableOf(metadata: EntityMetadata, claim: PracticeClaim, condition: string): PracticeTable {
  const sealed = new Map(sealedColumns().filter(({ entity }) => entity === metadata.target).map(({ column, row, owner }) => [column, { row, owner }]));
  const columns = metadata.columns.map(({ databaseName: name, type, isArray, isNullable }) => {
    return { name, type: String(type), isArray, isNullable, sealed: sealed.get(name), isExported: claim.notExported === undefined && claim.without?.[name] === undefined };
  });
  return { name: metadata.tableName, claim, columns, keys: metadata.primaryColumns.map(({ databaseName }) => databaseName), condition };
}

function typeOf(columns: readonly PracticeColumn[], name: string): string {
  return columns.find((column) => column.name === name)?.type ?? 'text';
}

/** SQL: the columns of a row's key as texts. */
export function keyTextsOf(columns: readonly PracticeColumn[], keys: readonly string[]): string {
  return keys.map((key) => textOf(columns, key)).join(', ');
}

function textOf(columns: readonly PracticeColumn[], name: string): string {
  return typeOf(columns, name) === 'bytea' ? `encode("${name}", 'hex')` : `"${name}"::text`;
}

function fromText(columns: readonly PracticeColumn[], name: string, place: number): string {
  const type = typeOf(columns, name);
  return type === 'bytea' ? `decode($${place}, 'hex')` : `$${place}::${type}`;
}
