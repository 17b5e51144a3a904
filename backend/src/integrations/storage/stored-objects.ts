import { getMetadataArgsStorage, ObjectType } from 'typeorm';

/** The shelves of the storage, each with objects that the others know nothing of. */
export const SHELVES = ['files', 'recordings'] as const;
export type Shelf = (typeof SHELVES)[number];

/** A column that names objects of a shelf. */
export interface StoredColumn {
  table: string;
  column: string;
  shelf: Shelf;
}

const declared: { entity: ObjectType<object>; column: string; shelf: Shelf }[] = [];

/** Declares an entity's column as naming an object of the storage, so that a backup takes the object along. */
export function Stored(shelf: Shelf): PropertyDecorator {
  return (prototype, property) => void declared.push({ entity: prototype.constructor as ObjectType<object>, column: String(property), shelf });
}

/** Every such column of the entities that are loaded. */
export function storedColumns(): StoredColumn[] {
  return declared.map(({ entity, column, shelf }) => {
    const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
    if (table === undefined) throw new Error(`@Stored ${column} stands in no entity.`);
    return { table, column, shelf };
  });
}
