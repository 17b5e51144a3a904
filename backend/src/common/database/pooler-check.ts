import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { STATED_SETTINGS } from '../../config/stated-settings';
import { PROCESS_NAME, ProcessName } from '../process/start-hooks';
import { Database, statement } from './database';

/** In milliseconds, of each connection. */
export const BOUNDED_WAITS = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 15_000 } as const;

/** Settings that this Postgres knows, and how they are on the connection that the pooler lent. Times as Postgres keeps them, in milliseconds. */
const AS_LENT = statement<{ name: string; setting: string }>('pooler-settings', `select coalesce(name, '') as name, coalesce(setting, '') as setting from pg_settings where lower(name) = any($1)`);

/**
 * What every connection of the product states has to come from a pooler that lends them for one transaction at a time: it does not pass on what a process states at
 * its start. One that leaves something out stops the start: else a statement could mean something else, or wait for ever.
 */
@Injectable()
export class PoolerCheck implements OnModuleInit {
  constructor(
    private readonly config: AppConfig,
    private readonly database: Database,
    @Inject(PROCESS_NAME) private readonly process: ProcessName,
  ) {}

  /** @throws Error which settings are missing, and how the pooler states them */
  async onModuleInit(): Promise<void> {
    if (!this.config.database.pooled) return;
    const expected = new Map(Object.entries(pooledSettings(this.process === 'api' ? this.config.database.transactionTimeoutMs : 0)));
    const lent = await this.database.query(AS_LENT, [[...expected.keys()].map((name) => name.toLowerCase())]);
    const known = new Set(lent.map(({ name }) => name));
    const wrong = lent.filter(({ name, setting }) => withoutSpaces(setting) !== withoutSpaces(expected.get(name) ?? ''));
    if (wrong.length === 0) return;
    throw new Error(
      `The pooler at DATABASE_URL lends connections on which ${wrong.map(({ name, setting }) => `${name} is '${setting}' and not '${expected.get(name)}'`).join(', ')}. ` +
        `Whoever runs it lets it state them for the ${this.process === 'api' ? 'API' : 'worker and for commands'}:\nconnect_query='${connectQuery(Object.fromEntries([...expected].filter(([name]) => known.has(name)))).replaceAll("'", "''")}'`,
    );
  }
}

/** What a pooler states on each connection to Postgres. @param transactionTimeoutMs 0 where a transaction takes as long as its statements */
export function pooledSettings(transactionTimeoutMs: number): Record<string, string> {
  const waits = Object.entries({ ...BOUNDED_WAITS, transaction_timeout: transactionTimeoutMs });
  // Libraries are loaded with the connection, before anything can be stated.
  const settings = Object.entries(STATED_SETTINGS).filter(([name]) => name !== 'local_preload_libraries');
  return Object.fromEntries([...settings, ...waits.map(([name, ms]) => [name, String(ms)])]);
}

/** What states settings, as briefly as it can be said: PgBouncer takes 500 characters. The path comes first: what follows would else mean what the database's owner says. */
export function connectQuery(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).map(([name, value]) => `set ${name}=${value.includes(' ') ? `'${value}'` : value}`).join(';');
}

/** Lists are written with spaces or without. */
function withoutSpaces(setting: string): string {
  return setting.replaceAll(' ', '').toLowerCase();
}
