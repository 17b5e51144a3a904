import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import * as pg from 'pg';
import { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { AppConfig } from '../../config/app-config';
import { PartFailures } from '../health/part-failures';
import { PROCESS_NAME, ProcessName } from '../process/start-hooks';
import { Database } from './database';
import { DatabaseHealth } from './database-health';
import { GatedPool } from './gated-pool';
import { IdempotencyKey, LimitHit, OutboxJob, PartFailure, WorkerHeartbeat, WrappedSecret } from './kit.entity';

const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** The application's connection: its own role, bounded waits, no schema changes. @param transactionTimeoutMs of each transaction as a whole; left out: as long as its statements take */
export function applicationDataSource(url: string, poolSize: number, transactionTimeoutMs?: number): PostgresDataSourceOptions {
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
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 15_000,
      transactionTimeoutMs,
      keepAlive: true,
      // What a transaction sends together is one trip to the database, see `sentTogether`.
      pipeline: true,
    },
  };
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, PROCESS_NAME],
      // Jobs and commands change what takes long; requests do not.
      useFactory: ({ database }: AppConfig, process: ProcessName) => ({
        ...applicationDataSource(database.url, database.poolSize, process === 'api' ? database.transactionTimeoutMs : undefined),
        autoLoadEntities: true,
        retryAttempts: 20,
        retryDelay: 500,
      }),
    }),
    TypeOrmModule.forFeature([OutboxJob, WorkerHeartbeat, LimitHit, IdempotencyKey, PartFailure, WrappedSecret]),
  ],
  providers: [Database, DatabaseHealth, PartFailures],
  exports: [Database, DatabaseHealth, PartFailures],
})
export class DatabaseModule {}
