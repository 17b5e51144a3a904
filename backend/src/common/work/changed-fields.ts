import { isDeepStrictEqual } from 'node:util';

/** The names of what differs, for the activity log: what was there and what is there now stands nowhere in it. */
export function changedFields<Content extends object>(before: Content, after: Content): string[] {
  const fields = Object.keys(after) as (keyof Content & string)[];
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
