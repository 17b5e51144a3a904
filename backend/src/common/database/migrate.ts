import { DataSource } from 'typeorm';
import { migrationDataSource } from './data-source-options';

/** Tables where the application may only add and read; nobody edits history through it. */
const APPEND_ONLY = ['activity_log', 'activity_seals', 'activity_checkpoints'];

/**
 * Brings the schema up to date with the owner's role and grants the application's role what it needs.
 * @param applicationUrl the application's own URL; the same user as the owner's means the roles are not separated
 * @returns the names of the migrations that ran
 */
export async function migrate(ownerUrl: string, applicationUrl: string): Promise<string[]> {
  const source = await new DataSource(migrationDataSource(ownerUrl)).initialize();
  try {
    const done = await source.runMigrations();
    const role = decodeURIComponent(new URL(applicationUrl).username);
    if (role !== decodeURIComponent(new URL(ownerUrl).username)) await grant(source, role);
    return done.map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}

async function grant(source: DataSource, role: string): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  await source.query(`grant usage on schema public to ${name}`);
  await source.query(`grant select, insert, update, delete on all tables in schema public to ${name}`);
  await source.query(`grant usage on all sequences in schema public to ${name}`);
  await source.query(`revoke all on migrations from ${name}`);
  await source.query(`grant select on migrations to ${name}`);
  for (const table of APPEND_ONLY) await source.query(`revoke update, delete, truncate on ${table} from ${name}`);
}
