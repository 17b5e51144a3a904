import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../../config/app-config';
import { PartFailures } from '../health/part-failures';
import { applicationDataSource } from './data-source-options';
import { Database } from './database';
import { DatabaseHealth } from './database-health';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        ...applicationDataSource(config.database.url, config.database.poolSize),
        autoLoadEntities: true,
        retryAttempts: 20,
        retryDelay: 500,
      }),
    }),
  ],
  providers: [Database, DatabaseHealth, PartFailures],
  exports: [Database, DatabaseHealth, PartFailures],
})
export class DatabaseModule {}
