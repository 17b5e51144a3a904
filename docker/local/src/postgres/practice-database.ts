import { Client } from 'pg';

export interface DatabaseRoles {
  ownerPassword: string;
  appPassword: string;
}

export interface PracticeDatabase {
  /** The role that owns the tables and migrates them. */
  ownerUrl: string;
  /** The role that the product runs as. */
  appUrl: string;
}

const DATABASE = 'attune';
const OWNER = 'attune_owner';
const APP = 'attune_app';

/** Makes the database, its two roles and the extension that only a superuser may make; safe to repeat. */
export async function ensurePracticeDatabase(adminUrl: string, roles: DatabaseRoles): Promise<PracticeDatabase> {
  await asSuperuser(adminUrl, async (client) => {
    await ensureRole(client, OWNER, roles.ownerPassword);
    await ensureRole(client, APP, roles.appPassword);
    const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (known.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    await client.query(`revoke all on database ${DATABASE} from public`);
    await client.query(`grant connect on database ${DATABASE} to ${APP}`);
  });
  await asSuperuser(withDatabase(adminUrl, DATABASE), async (client) => {
    await client.query('create extension if not exists btree_gist');
    await client.query('create extension if not exists pg_trgm');
    await client.query(`alter schema public owner to ${OWNER}`);
  });
  return {
    ownerUrl: roleUrl(adminUrl, OWNER, roles.ownerPassword),
    appUrl: roleUrl(adminUrl, APP, roles.appPassword),
  };
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  // The database's own settings are its owner's: what a superuser says there must not mean something else.
  const stated = new URL(url);
  stated.searchParams.set('options', '-c search_path=public,pg_temp');
  const client = new Client({ connectionString: stated.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = known.rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function roleUrl(adminUrl: string, role: string, password: string): string {
  const url = new URL(withDatabase(adminUrl, DATABASE));
  url.username = role;
  url.password = password;
  return url.href;
}
