import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { sqlState, statement } from '../common/database/database';
import { BackupProblem } from './backup-problem';
import { LEFT_OUT, MIGRATIONS_TABLE } from './left-out';
import type { CopiedTable, Ending } from './manifest';
import { connectOwner, disconnect, MIGRATIONS, quoted, rowsOf, TABLES } from './snapshot';

const FOREIGN_KEYS = statement<{ name: string; table: string; definition: string }>('backup-foreign-keys', `select conname::text as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid, conname`);
const SET_SEQUENCE = statement<{ set: string }>('backup-set-sequence', 'select setval(c.oid, $2::bigint)::text as set from pg_class c where c.relnamespace = \'public\'::regnamespace and c.relkind = \'S\' and c.relname = $1');
const STARTED = statement<{ started: boolean }>('backup-started', 'select exists (select from installation_secret where wrapped is not null) as started');
/** Whoever works on the database is not waited for long. */
const LOCK_TIMEOUT = "set local lock_timeout = '10s'";
/** Google tells a channel that is not known here no more: the next look makes a new one. */
const FORGET_CHANNELS = 'update calendar_sources set channel_id = null, channel_secret_hash = null, channel_resource = null, channel_ends_at = null where channel_id is not null';
/** Rows that migrations write. */
const WRITTEN_BY_MIGRATIONS = ['ai_settings', 'installation_secret', MIGRATIONS_TABLE];
const NAMED_AT_MOST = 3;

/** Rows of one table on their way in. */
class CopyIn {
  private readonly stream;
  private readonly failed: Promise<never>;

  constructor(client: Client, { name, columns }: CopiedTable) {
    this.stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
    this.failed = new Promise((_, reject) => this.stream.once('error', reject));
    this.failed.catch(() => undefined);
  }

  write(piece: Buffer): Promise<void> {
    return Promise.race([this.failed, new Promise<void>((resolve) => this.stream.write(piece, () => resolve()))]);
  }

  end(): Promise<void> {
    return Promise.race([this.failed, new Promise<void>((resolve) => this.stream.once('finish', resolve).end())]);
  }
}

/** The empty database that a backup comes into: all of it in one transaction, so that it is there whole or not at all. */
export class Target {
  private tables = new Map<string, CopiedTable>();
  private foreignKeys: { name: string; table: string; definition: string }[] = [];
  private coming: { table: string; copy: CopyIn } | undefined;
  /** Tables of the backup that no migration makes: they are passed over. */
  readonly unknown = new Set<string>();

  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<Target> {
    return new Target(await connectOwner(url));
  }

  /** Those that ran here; none in a database without tables. */
  async migrations(): Promise<string[]> {
    return rowsOf(this.client, MIGRATIONS).then(
      (rows) => rows.map(({ name }) => name),
      (error: unknown) => {
        if (sqlState(error) === '42P01') return [];
        throw error;
      },
    );
  }

  /** @throws BackupProblem where something is in it that no migration wrote */
  async assertEmpty(): Promise<void> {
    const tables = (await rowsOf(this.client, TABLES)).map(({ name }) => name);
    const filled: string[] = [];
    for (const name of tables.filter((each) => !WRITTEN_BY_MIGRATIONS.includes(each))) {
      if (await this.hasRows(name)) filled.push(name);
    }
    const isStarted = tables.includes('installation_secret') && (await rowsOf(this.client, STARTED))[0]?.started === true;
    if (filled.length === 0 && !isStarted) return;
    const what = filled.length === 0 ? 'the product was started on it' : `there are rows in ${filled.slice(0, NAMED_AT_MOST).join(', ')}${filled.length > NAMED_AT_MOST ? ` and ${filled.length - NAMED_AT_MOST} more tables` : ''}`;
    throw new BackupProblem(`The database is not empty: ${what}. Nothing was changed. Make a new database and name it in DATABASE_URL and MIGRATION_DATABASE_URL; \`npm run restore\` on one machine takes an empty DATA_DIR.`);
  }

  /** Begins: nobody else gets at a table until the end. Triggers and references are put back by {@link finish}. @throws BackupProblem while somebody works on the database */
  async begin(): Promise<void> {
    this.tables = new Map((await rowsOf(this.client, TABLES)).filter(({ name }) => name !== MIGRATIONS_TABLE).map((table) => [table.name, table]));
    this.foreignKeys = await rowsOf(this.client, FOREIGN_KEYS);
    const names = [...this.tables.keys()].map(quoted);
    await this.client.query('begin');
    try {
      await this.client.query(LOCK_TIMEOUT);
      await this.client.query(`lock table ${[...names, MIGRATIONS_TABLE].join(', ')} in access exclusive mode`);
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
      throw new BackupProblem('Somebody works on this database: stop every process of the product, and run this again.');
    }
    await this.assertEmpty();
    // What triggers count and note is in the backup already, as it was.
    for (const name of names) await this.client.query(`alter table ${name} disable trigger user`);
    for (const { name, table } of this.foreignKeys) await this.client.query(`alter table ${table} drop constraint ${quoted(name)}`);
    await this.client.query(`truncate ${names.join(', ')}`);
  }

  async addRows(from: CopiedTable, piece: Buffer): Promise<void> {
    if (this.coming?.table !== from.name) {
      await this.endTable();
      if (LEFT_OUT.includes(from.name) || !this.tables.has(from.name)) {
        this.unknown.add(from.name);
        return;
      }
      this.coming = { table: from.name, copy: new CopyIn(this.client, from) };
    }
    await this.coming.copy.write(piece);
  }

  /** Puts back what {@link begin} took away, and counts. @returns how many rows each table has. @throws errors of pg where rows do not fit each other */
  async finish({ sequences }: Pick<Ending, 'sequences'>): Promise<Map<string, number>> {
    await this.endTable();
    for (const { name, value } of sequences) await rowsOf(this.client, SET_SEQUENCE, [name, value]);
    for (const { name, table, definition } of this.foreignKeys) await this.client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    if (this.tables.get('calendar_sources')?.columns.includes('channel_id')) await this.client.query(FORGET_CHANNELS);
    const counts = new Map<string, number>();
    for (const name of this.tables.keys()) {
      await this.client.query(`alter table ${quoted(name)} enable trigger user`);
      counts.set(name, await this.countRows(name));
    }
    return counts;
  }

  /** From here on it is there. */
  async commit(): Promise<void> {
    await this.client.query('commit');
    // Without it the first questions are answered slowly.
    await this.client.query(`analyze ${[...this.tables.keys()].map(quoted).join(', ')}`);
  }

  /** What was not committed is gone. */
  close(): Promise<void> {
    return disconnect(this.client);
  }

  private async endTable(): Promise<void> {
    const { coming } = this;
    this.coming = undefined;
    await coming?.copy.end();
  }

  private async hasRows(table: string): Promise<boolean> {
    const any = `select from ${quoted(table)} limit 1`;
    return ((await this.client.query(any)).rowCount ?? 0) > 0;
  }

  private async countRows(table: string): Promise<number> {
    const all = `select count(*) as rows from ${quoted(table)}`;
    return Number((await this.client.query<{ rows: string }>(all)).rows[0]?.rows);
  }
}
