import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { Client } from 'pg';
import { Database } from '../../src/common/database/database';
import { connectQuery, pooledSettings } from '../../src/common/database/pooler-check';
import { KitModule } from '../../src/common/process/kit.module';
import { AppConfig } from '../../src/config/app-config';
import { ConfigModule } from '../../src/config/config.module';
import { readEnvironment } from '../../src/config/environment';
import { ActivityLogModule } from '../../src/modules/activity-log/activity-log.module';
import { createTestDatabase, TEST_KEYS, TestDatabase } from '../harness/test-database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A process whose DATABASE_URL leads to connections that are set up by somebody else; here it is the address itself that states what they have. */
async function startPooled(stated: string): Promise<{ database: Database; close(): Promise<void> }> {
  const config = new AppConfig(
    readEnvironment({ NODE_ENV: 'test', DATABASE_URL: `${database.url}?options=${encodeURIComponent(stated)}`, DATABASE_POOLER: 'transaction', DATABASE_SESSION_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl, ENCRYPTION_KEYS: TEST_KEYS }),
  );
  @Module({ imports: [{ module: ConfigModule, global: true, providers: [{ provide: AppConfig, useValue: config }], exports: [AppConfig] }, KitModule.of('command'), ActivityLogModule] })
  class Process {}
  const context = await NestFactory.createApplicationContext(Process, { logger: false, abortOnError: false });
  return { database: context.get(Database), close: () => context.close() };
}

const options = (settings: Record<string, string>): string => Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' ');

it('does not start where a pooler lends connections that are not set up, and says what the pooler has to state', async () => {
  const refused = await startPooled(options({ ...pooledSettings(0), lock_timeout: '0', search_path: 'pg_catalog,public' })).catch((error: Error) => error.message);
  expect(refused).toMatch(/search_path is 'pg_catalog, ?public' and not 'public,pg_temp'/);
  expect(refused).toMatch(/lock_timeout is '0' and not '2000'/);
  expect(refused).not.toMatch(/statement_timeout is/);
  expect(refused).toContain("connect_query='set search_path=public,pg_temp;set default_transaction_isolation=''read committed''");
});

it('starts where they are, leaves them as they are lent, and holds what lasts longer than a transaction past the pooler', async () => {
  const pooled = await startPooled(options(pooledSettings(0)));
  const watcher = new Client({ connectionString: database.ownerUrl });
  await watcher.connect();
  try {
    const held = async (): Promise<string[]> =>
      (await watcher.query<{ name: string }>(`select a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and a.datname = current_database()`)).rows.map(({ name }) => name);
    const inside = await pooled.database.alone('a long work', async () => ({ held: await held(), again: await pooled.database.alone('a long work', () => Promise.resolve('twice')) }));
    expect(inside).toEqual({ result: { held: ['attune-sessions'], again: undefined } });
    expect(await held()).toEqual([]);
    const rows = await pooled.database.query<{ name: string; plan: string }>({ name: 'kept-nowhere', text: `select current_setting('plan_cache_mode') as plan, $1::text as name`, plan: 'generic' }, ['a']);
    expect(rows).toEqual([{ name: 'a', plan: 'auto' }]);
    expect(await pooled.database.query('select name from pg_prepared_statements')).toEqual([]);
  } finally {
    await watcher.end();
    await pooled.close();
  }
});

it('what the pooler is told to say sets all of it, whatever the owner of the database set', async () => {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`create schema evil; alter role current_user in database ${new URL(database.ownerUrl).pathname.slice(1)} set search_path = evil, pg_catalog`);
  await owner.end();
  const lent = new Client({ connectionString: database.ownerUrl });
  await lent.connect();
  try {
    await lent.query(connectQuery(Object.fromEntries(Object.entries(pooledSettings(0)).filter(([name]) => name !== 'transaction_timeout'))));
    const { rows } = await lent.query<{ path: string; wait: string }>(`select current_setting('search_path') as path, current_setting('statement_timeout') as wait`);
    expect(rows).toEqual([{ path: 'public, pg_temp', wait: '5s' }]);
  } finally {
    await lent.query(`alter role current_user in database ${new URL(database.ownerUrl).pathname.slice(1)} reset search_path`);
    await lent.end();
  }
});
