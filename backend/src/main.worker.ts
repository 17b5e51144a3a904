import { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'pino';
import 'reflect-metadata';
import { failureReason } from './common/jobs/job';
import { createLogger, NestLogger } from './common/logging/logger';
import { AppConfig } from './config/app-config';
import { readEnvironment } from './config/environment';
import { WorkerModule } from './worker.module';

/** Whatever still runs then is left to be done again after the next start. */
const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  const config = new AppConfig(readEnvironment(process.env));
  if (config.queue.engine === 'redis' && config.queue.redis === undefined) throw new Error('The worker needs REDIS_URL.');
  const logger = createLogger(config.logLevel, 'worker');
  // A queue library's forgotten promise must not end the process: jobs are in Postgres and are handed over again.
  process.on('unhandledRejection', (reason) => logger.error({ reason: failureReason(reason) }, 'unhandled rejection'));
  const app = await NestFactory.createApplicationContext(WorkerModule, {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const stop = stopper(app, logger);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  logger.info({ queue_engine: config.queue.engine }, 'worker ready');
}

function stopper(app: INestApplicationContext, logger: Logger): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logger.warn('stopped with jobs still running; they are done again after the next start');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    app.close().then(
      () => {
        logger.info('worker stopped');
        process.exit(0);
      },
      (error: Error) => {
        logger.error(error.message);
        process.exit(1);
      },
    );
  };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
