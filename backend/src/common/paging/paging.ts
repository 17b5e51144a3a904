import { isId } from '../database/database';
import { DomainError } from '../errors/domain-error';

/** Where a page of a list that is ordered by a time and an id ended. `at` counts microseconds since 1970, as exact as the database. */
export interface Keyset {
  at: string;
  id: string;
}

/** How much of a list is fetched. */
export interface AtMost {
  rows: number;
  bytes: number;
}

/** What a screen shows of long texts; beyond it they cost everybody's time. */
export const SCREEN: AtMost = { rows: 50, bytes: 1_000_000 };

/** Any moment since 1973. Shorter ones are pages of an earlier version, which counted milliseconds. */
const MICROSECONDS = /^\d{14,16}$/;
const badCursor = 'This page of the list does not exist.';

/** SQL for the `at` of a row, as text. */
export function keysetTime(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint::text`;
}

/** SQL for the moment that a placeholder with a keyset's `at` stands for. */
export function keysetMoment(placeholder: string): string {
  return `(timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond')`;
}

/** The cursor that a list goes on with after this place. */
export function writeCursor({ at, id }: Keyset): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** @throws DomainError invalid for a cursor that no page gave */
export function readCursor(cursor: string | undefined): Keyset | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (!MICROSECONDS.test(at) || !isId(id) || rest.length > 0) {
    throw new DomainError('invalid', badCursor, { errors: [{ field: 'cursor', message: badCursor }] });
  }
  return { at, id };
}

/** What is undefined among the parameters is left out. */
function nextLink(url: string, parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return `<${url}?${search.toString()}>; rel="next"`;
}

export interface Page<Row> {
  rows: Row[];
  /** A `Link` header value; undefined on the last page. */
  link: string | undefined;
}

/** A `Link` header value for what follows on a row. */
export function linkAfter(url: string, query: object, last: Keyset): string {
  return nextLink(url, { ...query, cursor: writeCursor(last) });
}

/**
 * One page of a list.
 * @param found what was found when one more than `limit` was asked for
 * @param url the list's own address, without parameters
 * @param query what was asked for; the link repeats it with another cursor
 */
export function pageOf<Row>(found: readonly Row[], limit: number, url: string, query: object, keysetOf: (row: Row) => Keyset): Page<Row> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, link: last && linkAfter(url, query, keysetOf(last)) };
}

/** How many rows of a list that somebody sorts as they like come before a page. */
const PLACE = /^p\.(\d{1,6})$/;

/** @throws DomainError invalid for a cursor that no page gave */
export function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const place = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (place === undefined) throw new DomainError('invalid', badCursor, { errors: [{ field: 'cursor', message: badCursor }] });
  return Number(place);
}

/** {@link pageOf} for a list whose pages are counted, for it is ordered by what changes or is not alone. */
export function placedPageOf<Row>(found: readonly Row[], { limit, offset }: { limit: number; offset: number }, url: string, query: object): Page<Row> {
  const more = found.length > limit;
  return { rows: found.slice(0, limit), link: more ? nextLink(url, { ...query, cursor: Buffer.from(`p.${offset + limit}`).toString('base64url') }) : undefined };
}
