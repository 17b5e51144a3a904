import { Client } from 'pg';
import { Database, isDatabaseUnavailable, namedStatements, sqlState, statement } from '../../src/common/database/database';
import { startTestApp, TestApp } from '../harness/test-app';

const READ = statement<{ value: number; backend: number }>('test-shared-read', 'select 60 / $1::int as value, pg_backend_pid() as backend', { plan: 'generic', connection: 'shared' });
const WAITS = statement<{ backend: number }>('test-shared-waits', 'select pg_backend_pid() as backend from pg_advisory_xact_lock(4712)', { plan: 'generic', connection: 'shared' });

let test: TestApp;
let database: Database;
let other: Client;

beforeAll(async () => {
  test = await startTestApp();
  database = test.database;
  other = new Client({ connectionString: test.testDatabase.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.close();
});

/** Ends the connection that waits for the lock. */
async function terminateWhoWaits(): Promise<void> {
  const admin = new Client({ connectionString: process.env['TEST_DATABASE_ADMIN_URL'] });
  await admin.connect();
  const terminate = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4712 and not granted`;
  while ((await admin.query(terminate)).rowCount === 0) await new Promise((next) => setTimeout(next, 5));
  await admin.end();
}

/** A connection that counts as anybody's is one that is idle in the pool. */
const isFree = (): boolean => database.pool.totalCount === database.pool.idleCount;
const some = (count: number): Promise<{ value: number; backend: number }>[] => Array.from({ length: count }, async (_, at) => (await database.query(READ, [at + 1]))[0] as { value: number; backend: number });

it('short reads of one moment share a few connections, each gets its own answer, and afterwards nobody holds one', async () => {
  const answers = await Promise.all(some(60));
  expect(answers.map(({ value }) => value)).toEqual(Array.from({ length: 60 }, (_, at) => Math.trunc(60 / (at + 1))));
  expect(new Set(answers.map(({ backend }) => backend)).size).toBeLessThanOrEqual(6);
  expect(isFree()).toBe(true);
});

it('one that fails fails alone, among those that were sent with it', async () => {
  const [failed, ...others] = await Promise.allSettled([database.query(READ, [0]), ...some(20)]);
  expect(sqlState((failed as PromiseRejectedResult).reason)).toBe('22012');
  expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(isFree()).toBe(true);
});

it('a slow one holds up who asked with it and nobody else; where its connection is lost they are told so, and the next ones have another', async () => {
  await other.query('select pg_advisory_lock(4712)');
  const [slow, ...together] = [database.query(WAITS), ...some(5)].map((read) => read.catch((error: unknown) => error));
  await new Promise((next) => setImmediate(next));
  expect(await Promise.all(some(10))).toHaveLength(10);
  await terminateWhoWaits();
  for (const answer of [await slow, ...(await Promise.all(together))]) expect(isDatabaseUnavailable(answer)).toBe(true);
  await other.query('select pg_advisory_unlock(4712)');
  expect(await Promise.all(some(10))).toHaveLength(10);
  expect(isFree()).toBe(true);
});

it('only what changes nothing and waits for nobody may share one', () => {
  const shared = namedStatements().filter(({ name, connection }) => connection === 'shared' && !name?.startsWith('test-'));
  expect(shared.length).toBeGreaterThan(4);
  for (const { text } of shared) expect(text).not.toMatch(/\b(insert|update|delete|merge|nextval|set_config|pg_notify)\b|\bfor (no key )?(update|share)|advisory/i);
});
