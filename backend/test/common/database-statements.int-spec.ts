import { Client } from 'pg';
import { namedStatements } from '../../src/common/database/database';
import '../../src/common/jobs/worker';
import '../../src/common/process/kit.module';
import '../../src/domains';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('every named statement can be prepared on the migrated schema, by the application’s role', async () => {
  const wrong: string[] = [];
  for (const { name, text } of namedStatements()) {
    await client.query(`prepare "${name}" as ${text}`).catch((error: Error) => wrong.push(`${name}: ${error.message}`));
  }
  expect(wrong).toEqual([]);
  const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_prepared_statements');
  expect(rows).toEqual([{ count: namedStatements().length }]);
  expect(namedStatements().length).toBeGreaterThan(100);
});
