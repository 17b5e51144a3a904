import { v7, validate } from 'uuid';

/** A new UUID v7: unguessable enough for a path, ordered by time for the index. */
export function newId(): string {
  return v7();
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
