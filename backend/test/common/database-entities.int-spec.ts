import { DataSource } from 'typeorm';
import { startTestApp, TestApp } from '../harness/test-app';

/** What TypeORM would change beside columns: keys, checks and indexes, which the snapshot of the schema holds. */
const NO_COLUMN = /^(CREATE (UNIQUE )?INDEX|DROP INDEX|ALTER TABLE "\w+" (ADD|DROP) CONSTRAINT) /;

let test: TestApp;
let source: DataSource;

beforeAll(async () => {
  test = await startTestApp();
  source = test.app.get(DataSource);
});
afterAll(() => test.close());

it('every table has one entity', async () => {
  const tables = await source.query<{ name: string }[]>(`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`);
  expect(source.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual(tables.map(({ name }) => name).sort());
});

it('the columns of the entities are those of the migrated schema: names, types, nullability and defaults', async () => {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query).filter((query) => !NO_COLUMN.test(query))).toEqual([]);
});

/** TypeORM does not compare these. */
it('the columns that the database numbers are declared so', async () => {
  const numbered = await source.query<{ line: string }[]>(
    `select format('%s.%s %s', table_name, column_name, identity_generation) as line from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  const declared = source.entityMetadatas
    .flatMap(({ columns }) => columns)
    .filter(({ generatedIdentity }) => generatedIdentity)
    .map(({ entityMetadata, databaseName, generatedIdentity }) => `${entityMetadata.tableName}.${databaseName} ${generatedIdentity}`);
  expect(declared.sort()).toEqual(numbered.map(({ line }) => line).sort());
});
