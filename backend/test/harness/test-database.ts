import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { withStatedSettings } from '../../src/config/stated-settings';
import { migrate } from '../../src/migrations/migrate';

const OWNER = 'attune_test_owner';
const APP = 'attune_test_app';
const PASSWORD = 'test';

/** The encryption key of every process that a test starts, so that several of them can work on one database. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** A migrated database of its own, on the Postgres that the whole run shares. */
export interface TestDatabase {
  /** The application's role. */
  url: string;
  /** The owner's role. */
  ownerUrl: string;
  drop(): Promise<void>;
}

function adminUrl(): string {
  const url = process.env['TEST_DATABASE_ADMIN_URL'];
  if (!url) throw new Error('TEST_DATABASE_ADMIN_URL is not set: run the tests through `npm test`.');
  return url;
}

function urlFor(role: string, database: string): string {
  const url = new URL(adminUrl());
  url.username = role;
  url.password = PASSWORD;
  url.pathname = `/${database}`;
  return url.toString();
}

async function asAdmin<T>(work: (client: Client) => Promise<T>, database?: string): Promise<T> {
  const url = new URL(adminUrl());
  if (database) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, role: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${role} login password '${PASSWORD}'`);
}

/** Changes with every change of a migration's text, or of what the roles are granted. */
function schemaVersion(): string {
  const folder = join(__dirname, '../../src/migrations');
  const names = readdirSync(folder).sort();
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, 12);
}

/** Migrates once per run and schema version; every test file gets a copy. */
async function ensureTemplate(client: Client): Promise<string> {
  const version = schemaVersion();
  const template = `attune_template_${version}`;
  await client.query('select pg_advisory_lock(271828)');
  try {
    await ensureRole(client, OWNER);
    await ensureRole(client, APP);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_new owner ${OWNER}`);
      await asAdmin((inside) => inside.query('create extension if not exists btree_gist'), `${template}_new`);
      await migrate(withStatedSettings(urlFor(OWNER, `${template}_new`)), urlFor(APP, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
  } finally {
    await client.query('select pg_advisory_unlock(271828)');
  }
  return template;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `attune_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (client) => {
    const template = await ensureTemplate(client);
    await client.query('select pg_advisory_lock(271829)');
    try {
      await client.query(`create database ${name} template ${template} owner ${OWNER}`);
    } finally {
      await client.query('select pg_advisory_unlock(271829)');
    }
  });
  return {
    url: urlFor(APP, name),
    ownerUrl: urlFor(OWNER, name),
    drop: () => asAdmin((client) => client.query(`drop database if exists ${name} with (force)`)).then(() => undefined),
  };
}
