import 'reflect-metadata';
import { createApi } from './api';
import { AppConfig } from './config/app-config';
import { createLogger } from './common/logging/logger';

async function main(): Promise<void> {
  const app = await createApi();
  const config = app.get(AppConfig);
  await app.listen(config.port, config.host);
  createLogger(config.logLevel, 'api').info({ port: config.port }, 'listening');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
