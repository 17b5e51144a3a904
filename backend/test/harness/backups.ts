import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { AgeKeys, identityFile, newKeys } from '../../src/backup/age-file';
import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import { createTestDatabase, TEST_KEYS, TestDatabase } from './test-database';

/** A place for backups and for what is restored, with the keys that open them. */
export interface BackupRoom {
  folder: string;
  keys: AgeKeys;
  keyFile: string;
  /** A path in it that nothing has yet. */
  path(name: string): string;
  /** An empty database without a table, as an operator makes it. */
  emptyDatabase(): Promise<TestDatabase>;
  close(): Promise<void>;
}

export async function openBackupRoom(): Promise<BackupRoom> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-backups-'));
  const keys = await newKeys();
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, identityFile(keys, new Date()));
  const databases: TestDatabase[] = [];
  let number = 0;
  return {
    folder,
    keys,
    keyFile,
    path: (name) => join(folder, `${(number += 1)}-${name}`),
    emptyDatabase: async () => {
      const database = await createTestDatabase();
      databases.push(database);
      await inDatabase(database, ['drop schema public cascade', 'create schema public', 'create extension btree_gist']);
      return database;
    },
    close: async () => {
      for (const database of databases) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function environmentOver(database: TestDatabase, dataDir: string, environment: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return { NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir, ENCRYPTION_KEYS: TEST_KEYS, DISK_RESERVE_MB: '0', ...environment };
}

export function configOver(...given: Parameters<typeof environmentOver>): AppConfig {
  return new AppConfig(readEnvironment(environmentOver(...given)));
}

/** Statements with the owner's role, one after the other. @returns the rows of the last one */
export async function inDatabase<Row>({ ownerUrl }: TestDatabase, statements: readonly string[], values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of statements) rows = (await client.query(text, text.includes('$1') ? values : [])).rows as Row[];
    return rows;
  } finally {
    await client.end();
  }
}

/** How many rows each table has, of those that have any; none in a database without tables. */
export async function countedRows(database: TestDatabase): Promise<Record<string, number>> {
  const tables = await inDatabase<{ name: string }>(database, [`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`]);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await inDatabase<{ rows: number }>(database, [`select count(*)::int as rows from ${name}`]);
    if (row && row.rows > 0) counts[name] = row.rows;
  }
  return counts;
}
