/**
 * What could make a statement mean something else, or read and write values differently. The owner of a database sets such things for every
 * connection to it (`alter database … set search_path`), and an operator `=` in a schema in front of the catalog makes anybody anyone; what
 * the client states at its start counts more. Without being named `pg_catalog` comes first; temporary tables come last. What only a
 * superuser may set, and what only stops or delays statements, is not stated.
 */
export const STATED_SETTINGS = {
  search_path: 'public,pg_temp',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  /** Else an index on lists gives some of the rows that match. */
  gin_fuzzy_search_limit: '0',
  local_preload_libraries: '',
  TimeZone: 'UTC',
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const;

/** What `show search_path` says on a connection of the product's. */
export const SEARCH_PATH = STATED_SETTINGS.search_path;

/** For Postgres's startup packet, where a space ends a word. */
const OPTIONS = Object.entries(STATED_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ');

/** A connection URL whose connections state the product's settings; what the operator's own options set besides stays. */
export function withStatedSettings(url: string): string {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const own = new URLSearchParams(query).get('options') ?? '';
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith('options='));
  return `${address}?${[...others, `options=${encodeURIComponent(`${own} ${OPTIONS}`.trim())}`].join('&')}`;
}
