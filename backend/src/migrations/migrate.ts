import { DataSource, EntityManager } from 'typeorm';
import { migrations } from '.';

/** Tables where the application may only add and read; nobody edits history through it. */
const APPEND_ONLY = ['activity_log', 'activity_seals', 'activity_checkpoints', 'person_addresses'];

/** What the database writes for itself. */
const READ_ONLY = ['ended_sessions'];

/**
 * Brings the schema up to date with the owner's role and grants the application's role what it needs.
 * @param applicationUrl the application's own URL; the same user as the owner's means the roles are not separated
 * @param names of migrations: only these run, and nothing is granted yet
 * @returns the names of the migrations that ran
 */
export async function migrate(ownerUrl: string, applicationUrl: string, names?: ReadonlySet<string>): Promise<string[]> {
  const source = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    poolSize: 2,
    synchronize: false,
    logging: false,
    migrations: migrations.filter(({ name }) => names?.has(name) ?? true),
    migrationsTransactionMode: 'each',
  }).initialize();
  try {
    const done = await source.runMigrations();
    const role = decodeURIComponent(new URL(applicationUrl).username);
    if (names === undefined && role !== decodeURIComponent(new URL(ownerUrl).username)) await grant(source, role);
    return done.map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}

/** In one transaction, so that the application never has more than it should while this runs. */
function grant(source: DataSource, role: string): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  return source.transaction(async (tx) => {
    await tx.query(`grant usage on schema public to ${name}`);
    await tx.query(`grant select, insert, update, delete on all tables in schema public to ${name}`);
    await tx.query(`grant usage on all sequences in schema public to ${name}`);
    await tx.query(`revoke all on migrations from ${name}`);
    await tx.query(`grant select on migrations to ${name}`);
    for (const table of APPEND_ONLY) await tx.query(`revoke update, delete, truncate on ${table} from ${name}`);
    for (const table of READ_ONLY) await tx.query(`revoke insert, update, delete, truncate on ${table} from ${name}`);
    await grantNumberedInsert(tx, 'activity_log', 'seq', name);
    await grantNumberedInsert(tx, 'person_addresses', 'seq', name);
  });
}

/** The application adds rows and the database alone numbers them: whoever chose a number could fill a gap in what is sealed. */
async function grantNumberedInsert(tx: EntityManager, table: string, number: string, role: string): Promise<void> {
  const columns = await tx.query<{ name: string }[]>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> $2`,
    [table, number],
  );
  const [sequence] = await tx.query<{ name: string }[]>('select pg_get_serial_sequence($1, $2) as name', [table, number]);
  await tx.query(`revoke insert on ${table} from ${role}`);
  await tx.query(`grant insert (${columns.map(({ name }) => name).join(', ')}) on ${table} to ${role}`);
  if (sequence) await tx.query(`revoke all on sequence ${sequence.name} from ${role}`);
}
