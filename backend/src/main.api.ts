import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { createApi } from './api';
import { KeyProblem } from './common/crypto/encryption-keys';
import { AppConfig } from './config/app-config';
import { readEnvironment } from './config/environment';
import { failureReason } from './common/jobs/job';
import { createLogger } from './common/logging/logger';

// Where memory is plentiful V8 lets garbage grow to four times of what is in use; twice keeps the process below 250 MB under load.
setFlagsFromString('--heap-growing-percent=100');
// Else V8 guesses which objects will live long, from those of a few requests at work at once, and whole requests that ended stay in memory: a quarter of a read's time.
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  const config = new AppConfig(readEnvironment(process.env));
  const logger = createLogger(config.logLevel, 'api');
  // A library's forgotten promise must not end what others ask for, nor print what its error holds.
  process.on('unhandledRejection', (reason) => logger.error({ reason: failureReason(reason) }, 'unhandled rejection'));
  const app = await createApi(config.logLevel);
  await app.listen(config.port, config.host);
  logger.info({ port: config.port }, 'listening');
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof KeyProblem ? error.message : (error.stack ?? error.message)}\n`);
  process.exit(1);
});
