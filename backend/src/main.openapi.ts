import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiModule } from './api.module';
import { openApiDocument } from './openapi';

/** Writes backend/openapi.json. Preview mode builds the module graph only: no database, no queue, no key. */
async function main(): Promise<void> {
  const app = await NestFactory.create(ApiModule, { preview: true, logger: false, abortOnError: false });
  app.setGlobalPrefix('api');
  const target = process.argv[2] ?? join(__dirname, '..', 'openapi.json');
  writeFileSync(target, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
