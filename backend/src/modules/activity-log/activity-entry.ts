import { createHash } from 'node:crypto';

/** One row of the log as it is hashed: every column but its mark as text, in the order of {@link ENTRY_COLUMNS}. */
export interface ActivityEntry {
  seq: string;
  id: string;
  /** Microseconds since 1970 UTC. */
  at: string;
  action: string;
  actor_type: string;
  actor_id: string | null;
  session_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  /** As Postgres writes an array: `{id,id}`. */
  client_ids: string | null;
  /** Lower-case hex. */
  address_hash: string | null;
  /** As Postgres writes a jsonb: keys sorted by length, then by bytes; one space after each colon and comma. */
  details: string;
}

export const ENTRY_COLUMNS = [
  'seq',
  'id',
  'at',
  'action',
  'actor_type',
  'actor_id',
  'session_id',
  'subject_type',
  'subject_id',
  'client_ids',
  'address_hash',
  'details',
] as const satisfies readonly (keyof ActivityEntry)[];

/** The instant as microseconds; a value that only tampering can leave there must not stop the check. */
export const microseconds = (column: string): string =>
  `case when isfinite(${column}) then (extract(epoch from ${column}) * 1000000)::bigint::text else ${column}::text end`;

/** What {@link ActivityEntry} is selected with. */
export const ENTRY_SELECT = `
  seq::text, id::text, ${microseconds('at')} as at, action, actor_type, actor_id::text, session_id::text, subject_type,
  subject_id::text, client_ids::text, encode(address_hash, 'hex') as address_hash, details::text`;

const VERSION = 'attune activity entry 1\n';

/** What is hashed of an entry: a line that names the version, then its columns as one JSON array of texts and nulls. */
export function canonicalEntry(entry: ActivityEntry): string {
  return VERSION + JSON.stringify(ENTRY_COLUMNS.map((column) => entry[column]));
}

/** @returns 32 bytes */
export function entryHash(entry: ActivityEntry): Buffer {
  return createHash('sha256').update(canonicalEntry(entry)).digest();
}

/** An instant in microseconds for people, e.g. `2026-11-24T15:00:00.000000Z`. */
export function readableInstant(micros: string): string {
  const millis = Math.floor(Number(micros) / 1_000);
  if (!/^-?\d+$/.test(micros) || Math.abs(millis) > 8.64e15) return micros.replace(/[^\w+-]/g, '');
  const rest = String(((BigInt(micros) % 1_000n) + 1_000n) % 1_000n).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${rest}Z`);
}
