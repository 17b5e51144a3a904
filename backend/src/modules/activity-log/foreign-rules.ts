import { SEARCH_PATH, STATED_SETTINGS } from '../../config/stated-settings';
import { Database, statement } from '../../common/database/database';
import { CatalogPart, listCatalogParts } from './catalog-parts';
import MIGRATED from './migrated-catalog.json';

/** What has a say in what statements mean, write or show, and is not as the migrations left it. */
export interface ForeignRule {
  /** Its kind and name. */
  part: string;
  state: 'foreign' | 'changed' | 'missing';
}

/** The catalog as the migrations leave it. Renewed with the snapshot of the schema: `npm test -- --only=backend database-schema -u`. */
const KNOWN = new Map(Object.entries(MIGRATED));
const TABLES = [...KNOWN.keys()].flatMap((part) => /^table (\w+)$/.exec(part)?.[1] ?? []);

/** Where a setting is foreign to the product; how times and bytes are written is stated too, but nobody gains by it. */
const WATCHED = {
  search_path: [SEARCH_PATH, 'public', '"$user", public'],
  default_transaction_isolation: [STATED_SETTINGS.default_transaction_isolation],
  row_security: [STATED_SETTINGS.row_security],
  standard_conforming_strings: [STATED_SETTINGS.standard_conforming_strings],
  array_nulls: [STATED_SETTINGS.array_nulls],
  transform_null_equals: [STATED_SETTINGS.transform_null_equals],
  gin_fuzzy_search_limit: [STATED_SETTINGS.gin_fuzzy_search_limit],
  local_preload_libraries: [STATED_SETTINGS.local_preload_libraries],
  session_preload_libraries: [''],
  session_replication_role: ['origin'],
};

const LOOKED_THROUGH = statement<{ path: string }>('activity-log-search-path', `select current_setting('search_path') as path`);

/** Of this database, of its two roles, or of all. */
const FOREIGN_SETTINGS = statement<Pick<CatalogPart, 'part'>>(
  'activity-log-foreign-settings',
  `select format('setting %s = %s of %s', name, value, coalesce('the role ' || r.rolname, 'the database')) as part
     from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole
     cross join unnest(s.setconfig) line cross join lateral (select split_part(line, '=', 1) as name, substr(line, strpos(line, '=') + 1) as value) v
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole = 0 or r.rolname = current_user or s.setrole = (select relowner from pg_class where oid = 'public.activity_log'::regclass))
      and not coalesce($1::jsonb -> lower(name) ? value, true)
   order by 1`,
);

/** What somebody else made in the database's catalog, or changed or took away of the product's. */
export function listForeignRules(database: Pick<Database, 'transaction'>): Promise<ForeignRule[]> {
  return database.transaction(async (tx) => {
    // Where somebody between the product and the database took the product's word away.
    const paths = (await tx.query(LOOKED_THROUGH)).filter(({ path }) => path.replaceAll(' ', '') !== SEARCH_PATH).map(({ path }) => ({ part: `search_path ${path}` }));
    const parts = await listCatalogParts(tx, TABLES);
    return [...foreign(paths), ...foreign(await tx.query(FOREIGN_SETTINGS, [JSON.stringify(WATCHED)])), ...compared(parts)];
  });
}

const foreign = (parts: readonly Pick<CatalogPart, 'part'>[]): ForeignRule[] => parts.map(({ part }) => ({ part, state: 'foreign' }));

function compared(parts: readonly CatalogPart[]): ForeignRule[] {
  const found = new Set(parts.map(({ part }) => part));
  return [
    ...parts.flatMap(({ part, print }) => {
      const known = KNOWN.get(part);
      return known === print ? [] : [{ part, state: known === undefined ? ('foreign' as const) : ('changed' as const) }];
    }),
    ...[...KNOWN.keys()].filter((part) => !found.has(part)).map((part) => ({ part, state: 'missing' as const })),
  ];
}
