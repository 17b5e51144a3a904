import { ObjectType } from 'typeorm';

/** A column that holds what `ColumnCipher` made. */
export interface SealedColumn {
  entity: ObjectType<object>;
  column: string;
  /** The column whose value is the place's `rowId`, a bytea in hex; undefined for the primary key. */
  row: string | undefined;
}

const declared: SealedColumn[] = [];

/**
 * Declares an entity's column as encrypted, so that a rotation finds it: its place is the table, the column and the row's key.
 * @param options.row another column than the primary key that the values are bound to
 */
export function Sealed(options: { row?: string } = {}): PropertyDecorator {
  return (prototype, property) => void declared.push({ entity: prototype.constructor as ObjectType<object>, column: String(property), row: options.row });
}

/** Every encrypted column of the entities that are loaded. */
export function sealedColumns(): readonly SealedColumn[] {
  return declared;
}
