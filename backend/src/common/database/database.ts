import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Pool, PoolClient } from 'pg';
import { DataSource, DeleteResult, EntityManager, EntityTarget, FindOptionsWhere, getMetadataArgsStorage, ObjectLiteral, QueryDeepPartialEntity, UpdateResult } from 'typeorm';
import { v7, validate } from 'uuid';
import { INSTANTS_AS_TEXT } from './instants';
import { traced } from '../tracing/tracing';
import { SharedConnections } from './shared-connections';

/** Postgres cannot be reached right now; a request ends as 503. */
export class DatabaseUnavailable extends Error {
  constructor(message = 'The database cannot be reached.') {
    super(message);
  }
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '57P01', '57P02', '57P03', '53300', '08000', '08003', '08006']);
const CONNECTION_TEXTS = /connection terminated|timeout exceeded when trying to connect|connection (is )?(not queryable|closed|ended)|client has encountered a connection error/i;

/** Whether an error of pg or TypeORM means "Postgres is away" (and not "the statement was wrong"). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && CONNECTION_CODES.has(code)) || (typeof message === 'string' && CONNECTION_TEXTS.test(message));
}

/** The SQLSTATE of a failed statement, through TypeORM's wrapper or not. */
export function sqlState(error: unknown): string | undefined {
  const candidate = error as { code?: unknown; driverError?: { code?: unknown } } | undefined;
  const code = candidate?.driverError?.code ?? candidate?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** SQL that gives rows of one type. With a name it is prepared once per connection. */
export interface Statement<Row = unknown> {
  readonly name?: string;
  readonly text: string;
  /** Left out, Postgres plans it anew for its values as long as that looks cheaper. */
  readonly plan?: 'generic';
  /** Left out, instants come as `Date`. */
  readonly instants?: 'text';
  /** A short read that many ask for at once; left out, a statement has a connection to itself. */
  readonly connection?: 'shared';
  /** Never there: it carries the type. */
  readonly row?: Row;
}

const named = new Map<string, Statement>();

/**
 * Names a statement for good: `statement<Row>('booking-owned', 'select …')`, without a type where it gives no rows. A test prepares every one
 * on the migrated schema and compares its columns with the type.
 * @param options.plan 'generic' where one plan is right for all values, such as a search by ids: each connection makes it once. Nothing for a list with
 *   conditions that may be left out, which only its values tell apart
 * @param options.instants 'text' for long lists that tell them: they come as they are answered, see `isoOf`
 * @param options.connection 'shared' for what changes nothing and takes a moment: outside a transaction such statements share connections, see `SharedConnections`
 * @throws Error when the name is taken
 */
export function statement<Row = never>(name: string, text: string, options: Pick<Statement, 'plan' | 'instants' | 'connection'> = {}): Statement<Row> {
  if (named.has(name)) throw new Error(`Two statements are called ${name}.`);
  const made = { name, text, ...options };
  named.set(name, made);
  return made;
}

/** Every named statement of the files that are loaded. */
export function namedStatements(): readonly Statement[] {
  return [...named.values()];
}

/** What is done through the entities. What TypeORM would open a transaction of its own for is left out: `Works` begins them. */
export interface Entities extends Pick<EntityManager, 'insert' | 'find' | 'findBy' | 'findOne' | 'findOneBy' | 'count' | 'countBy' | 'createQueryBuilder'> {
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E> | FindOptionsWhere<E>[], change: QueryDeepPartialEntity<E>): Promise<UpdateResult>;
  delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E> | FindOptionsWhere<E>[]): Promise<DeleteResult>;
}

type NullableColumn<Row> = { [Column in keyof Row]: null extends Row[Column] ? Column : never }[keyof Row];

/** A row of an entity to insert: what may be null can be left out. */
export type NewRow<Row> = Omit<Row, NullableColumn<Row>> & Partial<Pick<Row, NullableColumn<Row>>>;

/** An entity's columns, but for those left out. */
export function columnsOf<Row extends object>(entity: new () => Row, leftOut: readonly (keyof Row)[] = []): (keyof Row & string)[] {
  const columns = getMetadataArgsStorage().filterColumns(entity).map(({ propertyName }) => propertyName as keyof Row & string);
  return columns.filter((column) => !leftOut.includes(column));
}

/** An insert of one row for a named statement, where the manager's would cost too much; its values are the columns' in their order. */
export function insertInto(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
}

/** Longer than a transaction may stand still: they are the connection's, and go with it. */
const TAKE = statement<{ mine: boolean }>('work-alone-take', 'select pg_try_advisory_lock(hashtextextended($1, 17)) as mine');
const LEAVE = statement('work-alone-leave', 'select from pg_advisory_unlock(hashtextextended($1, 17))');

/** The driver's. */
const USUAL_CONNECTIONS = 10;
const TOLD_AFTER_MS = 10;
const NOTIFY = statement('notify', `select pg_notify(channel, '') from unnest($1::text[]) as channel`);

/** Where SQL can be sent: the pool, or one transaction. */
export interface Queryable {
  /** Plain inserts, updates, deletes and finds, by entity. */
  readonly manager: Entities;
  /** Hot reads, locks, compare-and-set, and what an entity cannot say. */
  query<Row>(statement: Statement<Row> | string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Tells whoever listens on a channel of Postgres, a moment after all of it is committed. It only hastens: it may be lost. It is no part of the
   * transaction, since those that tell something are committed one after the other in the whole database.
   */
  notify(channel: string): void;
}

interface QueryConfig extends Statement {
  values: unknown[];
  types: typeof INSTANTS_AS_TEXT | undefined;
}

/** For traces: what is sent without a name is told as that. */
const nameOf = (statement: Statement | string): string => (typeof statement === 'object' ? statement.name : undefined) ?? 'unnamed';

/** pg reads the values and changes none, so they need no copy. @param prepared whether it keeps its name, and is prepared once for each connection */
function queryConfig(statement: Statement | string, values: readonly unknown[], prepared: boolean): QueryConfig {
  const { name, text, plan, instants } = typeof statement === 'string' ? { text: statement } : statement;
  return { name: prepared ? name : undefined, text, plan, values: values as unknown[], types: instants && INSTANTS_AS_TEXT };
}

/**
 * Waits for statements of one transaction that were sent at once: one trip to the database instead of several, in the order in which they stand. Each
 * sees what those before it did, and what they waited for. Comes back when all are done, also where one fails: nothing may be sent after the end of
 * its transaction. @throws what the first one that failed threw
 */
export async function sentTogether<const Sent extends readonly Promise<unknown>[]>(...sent: Sent): Promise<{ -readonly [At in keyof Sent]: Awaited<Sent[At]> }> {
  const outcomes = await Promise.allSettled(sent);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as { -readonly [At in keyof Sent]: Awaited<Sent[At]> };
}

class Transaction implements Queryable {
  readonly channels = new Set<string>();
  private isOver = false;
  private failure: unknown;

  constructor(
    private readonly client: PoolClient,
    readonly manager: Entities,
    private readonly prepared: boolean,
  ) {}

  async query<Row>(statement: Statement<Row> | string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.isOver) throw new Error('This transaction is over.');
    const result = await traced('statement', nameOf(statement), () => this.client.query(queryConfig(statement, values, this.prepared)), sqlState);
    if (this.failure !== undefined) throw this.failure;
    return result.rows as Row[];
  }

  /** It did not begin: nothing of it goes on. */
  fail(error: unknown): void {
    this.failure = error;
  }

  notify(channel: string): void {
    this.channels.add(channel);
  }

  /** Its connection is somebody else's from here on. */
  end(): void {
    this.isOver = true;
  }
}

/** What a pooler between the product and Postgres asks for. `sessions`: connections past it; `prepared`: whether it passes named statements on. */
export interface PoolerManners {
  sessions?: Pool | undefined;
  prepared?: boolean;
}

/** The application's connection to Postgres, with the application's role. */
@Injectable()
export class Database implements Queryable, OnApplicationShutdown {
  /** How many transactions of this process were committed, or may have been: what was read before the last of them may not be true any more. */
  commits = 0;
  private readonly told = new Set<string>();
  private sharedConnections: SharedConnections | undefined;
  private readonly sessions: Pool | undefined;
  private readonly prepared: boolean;

  constructor(
    private readonly dataSource: DataSource,
    { sessions, prepared = true }: PoolerManners = {},
  ) {
    this.sessions = sessions;
    this.prepared = prepared;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sessions?.end();
  }

  get manager(): Entities {
    return this.dataSource.manager;
  }

  /** How many connections there are at most. */
  get connections(): number {
    return this.dataSource.options.poolSize ?? USUAL_CONNECTIONS;
  }

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  async query<Row>(statement: Statement<Row> | string, values: readonly unknown[] = []): Promise<Row[]> {
    const config = queryConfig(statement, values, this.prepared);
    const isShared = typeof statement === 'object' && statement.connection === 'shared';
    const result = await traced('statement', nameOf(statement), () => (isShared ? this.shared() : this.pool).query(config), sqlState);
    return result.rows as Row[];
  }

  private shared(): SharedConnections {
    return (this.sharedConnections ??= new SharedConnections(this.pool));
  }

  notify(channel: string): void {
    if (this.told.size === 0) setTimeout(() => this.tell(), TOLD_AFTER_MS).unref();
    this.told.add(channel);
  }

  /** Whatever was committed in the same moment is told of once. */
  private tell(): void {
    const channels = [...this.told];
    this.told.clear();
    // Whoever is not told looks by itself.
    this.query(NOTIFY, [channels]).catch(() => undefined);
  }

  /** Runs `work` in one transaction (read committed); a throw rolls everything back. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return traced('transaction', 'transaction', () => this.inTransaction(work), sqlState);
  }

  private async inTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      // On its way with what is sent first: one trip to the database less.
      const begun = client.query('begin');
      const transaction = new Transaction(client, runner.manager, this.prepared);
      begun.catch((error: unknown) => transaction.fail(error));
      try {
        const result = await work(transaction);
        transaction.end();
        await begun;
        await client.query('commit').finally(() => (this.commits += 1));
        for (const channel of transaction.channels) this.notify(channel);
        return result;
      } catch (error) {
        transaction.end();
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs `work` unless work of that name is done by anybody now, here or in another process, however long it takes. It holds one connection
   * meanwhile, in no transaction; where a pooler lends them for transactions alone, one past it. @returns undefined where somebody else is at it
   */
  async alone<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | undefined> {
    const client = await (this.sessions ?? this.pool).connect();
    let lost: Error | undefined;
    const lose = (error: Error): void => void (lost = error);
    client.on('error', lose);
    try {
      const { rows } = await client.query<{ mine: boolean }>(queryConfig(TAKE, [name], this.prepared));
      if (!rows[0]?.mine) return undefined;
      try {
        return { result: await work() };
      } finally {
        // A connection that is lost has given it back already.
        await client.query(queryConfig(LEAVE, [name], this.prepared)).catch(lose);
      }
    } finally {
      client.off('error', lose);
      client.release(lost);
    }
  }
}

/** A new UUID v7: unguessable enough for a path, ordered by time for the index. */
export function newId(): string {
  return v7();
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
