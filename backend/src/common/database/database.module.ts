import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import * as pg from 'pg';
import { DataSource } from 'typeorm';
import { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { AppConfig } from '../../config/app-config';
import { PartFailures } from '../health/part-failures';
import { PROCESS_NAME, ProcessName } from '../process/start-hooks';
import { Database } from './database';
import { DatabaseHealth } from './database-health';
import { GatedPool } from './gated-pool';
import { BOUNDED_WAITS, PoolerCheck } from './pooler-check';
import { IdempotencyKey, LimitHit, OutboxJob, PartFailure, WorkerHeartbeat, WrappedSecret } from './kit.entity';

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * The application's connection: its own role, bounded waits, no schema changes. @param limits.transactionTimeoutMs of each transaction as a whole; left out: as long as
 * its statements take. @param limits.pooled a pooler lends connections for one transaction at a time, and has set them up: see `PoolerCheck`
 */
export function applicationDataSource(url: string, poolSize: number, { transactionTimeoutMs, pooled = false }: { transactionTimeoutMs?: number | undefined; pooled?: boolean } = {}): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    driver: { ...pg, Pool: GatedPool },
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'attune',
    synchronize: false,
    logging: false,
    // A condition that is not there is a fault, never "whoever".
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
    extra: {
      ...(!pooled && BOUNDED_WAITS),
      transactionTimeoutMs,
      pooled,
      keepAlive: true,
      // What a transaction sends together is one trip to the database, see `sentTogether`.
      pipeline: true,
    },
  };
}

/** Connections past a pooler, opened when they are first needed. */
function sessionsOf({ pooled, sessionUrl, poolSize }: AppConfig['database']): pg.Pool | undefined {
  if (!pooled) return undefined;
  const sessions = new pg.Pool({ connectionString: sessionUrl, max: poolSize, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'attune-sessions', keepAlive: true, ...BOUNDED_WAITS });
  // One that is lost while nobody has it is opened anew by whoever needs it.
  sessions.on('error', () => undefined);
  return sessions;
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, PROCESS_NAME],
      // Jobs and commands change what takes long; requests do not.
      useFactory: ({ database }: AppConfig, process: ProcessName) => ({
        ...applicationDataSource(database.url, database.poolSize, { transactionTimeoutMs: process === 'api' ? database.transactionTimeoutMs : undefined, pooled: database.pooled }),
        autoLoadEntities: true,
        retryAttempts: 20,
        retryDelay: 500,
      }),
    }),
    TypeOrmModule.forFeature([OutboxJob, WorkerHeartbeat, LimitHit, IdempotencyKey, PartFailure, WrappedSecret]),
  ],
  providers: [
    { provide: Database, inject: [DataSource, AppConfig], useFactory: (source: DataSource, { database }: AppConfig) => new Database(source, { sessions: sessionsOf(database), prepared: database.prepared }) },
    ...[PoolerCheck, DatabaseHealth, PartFailures],
  ],
  exports: [Database, DatabaseHealth, PartFailures],
})
export class DatabaseModule {}
