import { Client } from 'pg';
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
