import 'reflect-metadata';
import { createLogger } from './common/logging/logger';
import { AppConfig } from './config/app-config';
import { readEnvironment } from './config/environment';
import { migrate } from './migrations/migrate';

async function main(): Promise<void> {
  const config = new AppConfig(readEnvironment(process.env));
  const logger = createLogger(config.logLevel, 'migrate');
  const done = await migrate(config.database.migrationUrl, config.database.url);
  logger.info({ migrations: done }, done.length > 0 ? 'migrated' : 'nothing to migrate');
  if (!config.database.rolesSeparated) logger.warn('one database role for all: the activity log is not protected by the database');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
