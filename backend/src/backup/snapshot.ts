import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Statement, statement } from '../common/database/database';
import type { WrappedSecret } from '../common/database/kit.entity';
import { OBJECT_KEY } from '../integrations/storage/file-storage';
import { Shelf, storedColumns } from '../integrations/storage/stored-objects';
import { LEFT_OUT, MIGRATIONS_TABLE } from './left-out';
import type { CopiedTable, Ending } from './manifest';

export const TABLES = statement<{ name: string; columns: string[] }>('backup-tables', `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
export const MIGRATIONS = statement<{ name: string }>('backup-migrations', 'select name::text as name from migrations order by id');
const SERVER = statement<{ version: string }>('backup-server', `select current_setting('server_version') as version`);
const SECRET = statement<WrappedSecret>('backup-secret', 'select key_id, wrapped from installation_secret order by key_id');
/** Read after the tables: no number of theirs is given twice. */
const SEQUENCES = statement<{ name: string; value: string | null }>('backup-sequences', `select c.relname::text as name, pg_sequence_last_value(c.oid)::text as value from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relname <> 'migrations_id_seq' order by c.relname`);
/** As long as it takes; an older Postgres knows fewer of them. */
const TAKE_TIME = statement<{ set_config: string }>('backup-takes-time', `select set_config(name, '0', false) from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`);

const KEYS_AT_ONCE = 10_000;
const KEY_BYTES = 32;
const END_WITHIN_MS = 1_000;

/** A connection of the owner's for a long work. @param url with the product's settings stated */
export async function connectOwner(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'attune-backup', connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that is lost fails the statement that is under way, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  await rowsOf(client, TAKE_TIME);
  return client;
}

/** Also where a copy was left in its midst, whose connection answers nothing any more. */
export async function disconnect(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  await Promise.race([client.end().catch(() => undefined), pause(END_WITHIN_MS, undefined, { ref: false })]);
  stream.destroy();
}

export async function rowsOf<Row>(client: Client, { text }: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(text, values)).rows as Row[];
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names of objects, 32 bytes each: an installation has many. */
export class ObjectKeys {
  private readonly parts: Buffer[] = [];

  add(keys: readonly string[]): void {
    this.parts.push(Buffer.from(keys.filter((key) => OBJECT_KEY.test(key)).join(''), 'hex'));
  }

  *[Symbol.iterator](): Generator<string, void, void> {
    for (const part of this.parts) for (let at = 0; at < part.length; at += KEY_BYTES) yield part.toString('hex', at, at + KEY_BYTES);
  }
}

/** The database as it was in one moment, while others go on writing. It changes nothing. */
export class Snapshot {
  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<Snapshot> {
    const client = await connectOwner(url);
    try {
      await client.query('begin isolation level repeatable read, read only');
      return new Snapshot(client);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  async migrations(): Promise<string[]> {
    return (await rowsOf(this.client, MIGRATIONS)).map(({ name }) => name);
  }

  secret(): Promise<WrappedSecret[]> {
    return rowsOf(this.client, SECRET);
  }

  async server(): Promise<string> {
    return (await rowsOf(this.client, SERVER))[0]?.version ?? 'unknown';
  }

  /** Those that a backup holds. */
  async tables(): Promise<CopiedTable[]> {
    return (await rowsOf(this.client, TABLES)).filter(({ name }) => name !== MIGRATIONS_TABLE && !LEFT_OUT.includes(name));
  }

  /** The rows of a table as COPY writes them. */
  copy({ name, columns }: CopiedTable): AsyncIterable<Buffer> {
    return this.client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  }

  /** The objects of a shelf that rows name, each once, in order. */
  async objectKeys(shelf: Shelf): Promise<ObjectKeys> {
    const keys = new ObjectKeys();
    const sources = await this.sourcesOf(shelf);
    if (sources.length === 0) return keys;
    await this.client.query(`declare object_keys no scroll cursor for ${sources.map(({ table, column }) => `select ${quoted(column)} as key from ${quoted(table)}`).join(' union ')} order by 1`);
    for (;;) {
      const { rows } = await this.client.query<{ key: string }>(`fetch ${KEYS_AT_ONCE} from object_keys`);
      keys.add(rows.map(({ key }) => key));
      if (rows.length < KEYS_AT_ONCE) break;
    }
    await this.client.query('close object_keys');
    return keys;
  }

  async sequences(): Promise<Ending['sequences']> {
    return (await rowsOf(this.client, SEQUENCES)).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  }

  /** From here on the connection sees what is there now. */
  async leave(): Promise<void> {
    await this.client.query('commit');
  }

  /** After {@link leave}: which of these objects rows still name. */
  async stillNamed(shelf: Shelf, keys: readonly string[]): Promise<Set<string>> {
    const named = new Set<string>();
    for (const { table, column } of await this.sourcesOf(shelf)) {
      const text = `select ${quoted(column)} as key from ${quoted(table)} where ${quoted(column)} = any($1)`;
      for (const { key } of (await this.client.query<{ key: string }>(text, [keys])).rows) named.add(key);
    }
    return named;
  }

  close(): Promise<void> {
    return disconnect(this.client);
  }

  /** Columns that this database has: an older one has fewer. */
  private async sourcesOf(shelf: Shelf): Promise<{ table: string; column: string }[]> {
    const tables = new Map((await this.tables()).map(({ name, columns }) => [name, columns]));
    return storedColumns().filter((each) => each.shelf === shelf && tables.get(each.table)?.includes(each.column));
  }
}
