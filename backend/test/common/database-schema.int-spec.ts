import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { Queryable, Statement } from '../../src/common/database/database';
import { listCatalogParts } from '../../src/modules/activity-log/catalog-parts';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

/** What TypeORM does not see of the schema, a line each. Not-null constraints are columns' business, and newer servers alone list them. */
const PARTS = {
  constraints: `select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint
                 where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public'`,
  triggers: `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
              where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  functions: `select pg_get_functiondef(p.oid) as line from pg_proc p
               where p.pronamespace = 'public'::regnamespace
                 and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  'what the application may do': `select format('%s on %s', string_agg(privilege_type, ', ' order by privilege_type), table_name) as line
                 from information_schema.role_table_grants where table_schema = 'public' and grantee = current_setting('attune.role') group by table_name`,
  'what it may do with single columns only': `select format('%s on %s (%s)', privilege_type, table_name, string_agg(column_name, ', ' order by column_name)) as line
                 from information_schema.role_column_grants g
                where table_schema = 'public' and grantee = current_setting('attune.role')
                  and not exists (select from information_schema.role_table_grants t
                                   where t.table_schema = 'public' and t.grantee = g.grantee and t.table_name = g.table_name and t.privilege_type = g.privilege_type)
                group by privilege_type, table_name`,
} as const;

const CATALOG = join(__dirname, '../../src/modules/activity-log/migrated-catalog.json');

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`select set_config('attune.role', $1, false)`, [new URL(database.url).username]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it.each(Object.entries(PARTS))('the migrated schema has these %s and no others', async (_part, query) => {
  const { rows } = await client.query<{ line: string }>(query);
  expect(rows.map(({ line }) => line).sort()).toMatchSnapshot();
});

/** What `audit:verify` compares every installation with. */
it('the product knows the catalog as the migrations leave it (after a migration: npm test -- --only=backend database-schema -u)', async () => {
  await client.query('begin');
  const on = { query: async (asked: Statement | string, values: unknown[]) => (await client.query(typeof asked === 'string' ? asked : asked.text, values)).rows } as unknown as Queryable;
  const parts = Object.fromEntries((await listCatalogParts(on, null)).map(({ part, print }) => [part, print]));
  await client.query('rollback');
  const { snapshotState } = expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } };
  if (snapshotState._updateSnapshot === 'all') writeFileSync(CATALOG, `${JSON.stringify(parts, null, 1)}\n`);
  expect(JSON.parse(readFileSync(CATALOG, 'utf8'))).toEqual(parts);
});
