import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { declaredClaims } from '../../src/common/practices/claims';
import { PracticeRows } from '../../src/common/practices/practice-rows';
import { practiceSchema } from '../../src/modules/practices/export/practice-schema';
import { startTestApp, TestApp } from '../harness/test-app';

/** Published beside the code: whoever takes an export in reads it. */
const SCHEMA = join(__dirname, '../../src/modules/practices/export/practice.schema.json');

let test: TestApp;
let rows: PracticeRows;

beforeAll(async () => {
  test = await startTestApp();
  rows = test.app.get(PracticeRows, { strict: false });
});
afterAll(() => test.close());

it('every table of the schema is claimed for practices, or said to be none of theirs', async () => {
  const tables = await test.database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`);
  const { claims, others } = declaredClaims();
  const source = test.app.get(DataSource);
  const named = [...claims.keys(), ...others.keys()].map((entity) => source.getMetadata(entity).tableName);
  expect(named.sort()).toEqual(tables.map(({ name }) => name));
  expect([...others.values()].filter((reason) => reason.length < 10)).toEqual([]);
});

it('a table that has a column of a therapist is claimed', async () => {
  const columns = await test.database.query<{ table: string }>(`select distinct c.table_name as table from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('therapist_id', 'practice_id') order by 1`);
  // Ids alone, for an hour.
  const unclaimed = columns.map(({ table }) => table).filter((table) => !rows.tables().has(table));
  expect(unclaimed).toEqual(['public_changes']);
});

it('what claims say is what the database takes: columns, conditions, and an order in which rows can be written', async () => {
  const tables = rows.tables();
  for (const table of tables.values()) {
    expect(await rows.count(table, '00000000-0000-7000-8000-000000000000', test.database)).toBe(0);
    const names = table.columns.map(({ name }) => name);
    for (const column of Object.keys(table.claim.without ?? {})) expect([table.name, names.includes(column), column]).toEqual([table.name, true, column]);
  }
  const order = (await rows.inOrder(test.database)).map(({ name }) => name);
  expect(order.sort()).toEqual([...tables.keys()].sort());
});

it('no secret of this installation is exported: no link, no key, no mark', () => {
  const exported = [...rows.tables().values()].flatMap(({ name, columns }) => columns.filter(({ isExported }) => isExported).map((column) => `${name}.${column.name}`));
  expect(exported.filter((column) => /token$|secret|[._]mark$|_key|storage|_hash$|validators/.test(column)).sort()).toEqual([
    // A digest of an event in a calendar, by which its next reading finds it.
    'busy_blocks.event_key',
    'meeting_consent_answers.text_hash',
    'meeting_consents.text_hash',
    'therapist_profiles.image_hash',
  ]);
});

it('every column of what is exported is there, or left out with a reason; bytes that nobody sealed are there only where they say the same everywhere', () => {
  const tables = [...rows.tables().values()].filter(({ claim }) => claim.notExported === undefined);
  const leftOut = tables.flatMap(({ name, claim }) => Object.entries(claim.without ?? {}).filter(([, reason]) => reason.length < 10).map(([column]) => `${name}.${column}`));
  expect(leftOut).toEqual([]);
  const bytes = tables.flatMap(({ name, columns }) => columns.filter(({ type, sealed, isExported }) => type === 'bytea' && !sealed && isExported).map((column) => `${name}.${column.name}`));
  expect(bytes.sort()).toEqual(['meeting_consent_answers.text_hash', 'meeting_consents.text_hash']);
});

it('the published schema is that of the tables (after a change of one: npm test -- --only=backend practice-claims -u)', () => {
  const schema = `${JSON.stringify(practiceSchema(rows.tables().values()), null, 1)}\n`;
  const { snapshotState } = expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } };
  if (snapshotState._updateSnapshot === 'all') writeFileSync(SCHEMA, schema);
  expect(readFileSync(SCHEMA, 'utf8')).toBe(schema);
});
