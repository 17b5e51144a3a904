import { ObjectType } from 'typeorm';
import { statement } from '../database/database';
import type { ColumnPlace } from './column-cipher';

/** In a transaction that seals values anew and changes no text: rows that are closed, such as signed ones, take it. */
export const SEALING_ANEW = statement<{ state: string }>('sealing-anew', `select set_config('attune.sealing_anew', 'on', true) as state`);

export type OwnerValue = string | Buffer | null;

/** A column of the row of another table that a column of the own row names. */
interface OwnerElsewhere<Column extends string> {
  column: Column;
  table: string;
  by: string;
  /** Only where the own row's column of this name says nothing. */
  otherwise?: true;
}

/**
 * Whose the sealed values of a table are: columns that are authenticated with them, so that a row which somebody hands to themselves in the
 * table opens nothing. Whoever changes one of these columns seals the values anew.
 */
export class Ownership<Column extends string = string> {
  private readonly names: readonly Column[];
  /** The owner's columns as SQL, an array of texts, over the table under its own name. */
  readonly sql: string;

  constructor(
    readonly table: string,
    columns: readonly (Column | OwnerElsewhere<Column>)[],
  ) {
    this.names = columns.map((each) => (typeof each === 'string' ? each : each.column));
    this.sql = `array[${columns.map((each) => `(${this.expression(each)})::text`).join(', ')}]`;
  }

  /** Where a value of a row lies, and whose it is. */
  place(column: string, row: Readonly<Record<Column, OwnerValue> & { id: string }>): ColumnPlace {
    return { table: this.table, column, rowId: row.id, owner: ownerText(this.names.map((name) => row[name])) };
  }

  private expression(of: Column | OwnerElsewhere<Column>): string {
    const own = (column: string): string => `"${this.table}"."${column}"`;
    if (typeof of === 'string') return own(of);
    const elsewhere = `(select o."${of.column}" from "${of.table}" o where o.id = ${own(of.by)})`;
    return of.otherwise ? `coalesce(${own(of.column)}, ${elsewhere})` : elsewhere;
  }
}

/** An owner as it is authenticated, of values as Postgres writes them as text. */
export function ownerText(values: readonly (OwnerValue | undefined)[]): string {
  if (values.includes(undefined)) throw new Error('An owner of a sealed value is not known.');
  return JSON.stringify(values.map((value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)));
}

/** A column that holds what `ColumnCipher` made. */
export interface SealedColumn {
  entity: ObjectType<object>;
  column: string;
  /** The column whose value is the place's `rowId`, a bytea in hex; undefined for the primary key. */
  row: string | undefined;
  /** Undefined where the place alone says it all. */
  owner: Ownership | undefined;
}

const declared: SealedColumn[] = [];

/**
 * Declares an entity's column as encrypted, so that a rotation finds it: its place is the table, the column and the row's key.
 * @param options.row another column than the primary key that the values are bound to
 * @param options.owner whose the values are
 */
export function Sealed({ row, owner }: { row?: string; owner?: Ownership } = {}): PropertyDecorator {
  return (prototype, property) => void declared.push({ entity: prototype.constructor as ObjectType<object>, column: String(property), row, owner });
}

/**
 * Where a value of a row lies, for readers in other domains, which know the row and not its entity.
 * @param row its id, and what {@link Ownership} needs of it
 */
export function sealedPlace(table: string, column: string, row: Readonly<Record<string, unknown> & { id: string }>): ColumnPlace {
  const found = declared.find((each) => each.column === column && each.owner?.table === table);
  if (!found?.owner) throw new Error(`${table}.${column} has no owner.`);
  return found.owner.place(column, row as Record<string, OwnerValue> & { id: string });
}

/** Every encrypted column of the entities that are loaded. */
export function sealedColumns(): readonly SealedColumn[] {
  return declared;
}
