import { Injectable } from '@nestjs/common';
import { Database, sqlState, statement } from '../common/database/database';
import { DomainError } from '../common/errors/domain-error';
import { WorkerWatch } from '../common/health/part-failures';
import { AppConfig } from '../config/app-config';
import { migrations } from '../migrations';
import { LogProtection } from '../modules/activity-log/log-protection.service';
import type { ReadyDto } from './health.controller';

/** Postgres's SQLSTATE before the first migration. */
const UNDEFINED_TABLE = '42P01';

const MIGRATIONS_DONE = statement<{ done: number }>('migrations-done', 'select count(*)::int as done from migrations');

/** Whether this process can serve, and which parts behind it are there. */
@Injectable()
export class HealthService {
  private looking: Promise<ReadyDto> | undefined;

  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly workers: WorkerWatch,
    private readonly log: LogProtection,
  ) {}

  private async migrationsDone(): Promise<number> {
    try {
      const [schema] = await this.database.query(MIGRATIONS_DONE);
      return schema?.done ?? 0;
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) return 0;
      throw error;
    }
  }

  /** One look at a time: whoever asks meanwhile gets its answer, for anybody may ask as often as they like. @throws DomainError unavailable until the schema is up to date */
  ready(): Promise<ReadyDto> {
    return (this.looking ??= this.look().finally(() => (this.looking = undefined)));
  }

  private async look(): Promise<ReadyDto> {
    if ((await this.migrationsDone()) < migrations.length) throw new DomainError('unavailable', 'The database is not migrated yet.');
    const worker = await this.workers.find();
    const { google, mail } = this.config;
    return {
      status: 'ok',
      database: 'ok',
      queue: worker?.queue_state === 'ok' ? 'ok' : 'degraded',
      queue_engine: worker?.queue_engine ?? 'none',
      activity_log: (await this.log.isEnforced()) ? 'enforced' : 'not enforced',
      sign_in: google.demo ? 'demo' : google.clientId ? 'google' : 'not configured',
      mail: mail.url ? 'configured' : 'not configured',
    };
  }
}
