import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppConfig } from './config/app-config';
import { DemoPracticeSeed } from './seed/demo-practice';
import { SeedModule } from './seed/seed.module';

/** Seeds the demo practice and prints `{ therapist_id, slug }` (or `{}`) as its last line. */
async function main(): Promise<void> {
  const context = await NestFactory.createApplicationContext(SeedModule, { logger: ['error', 'warn'], abortOnError: false });
  try {
    if (context.get(AppConfig).production) throw new Error('The demo practice is not for production.');
    const practice = await context.get(DemoPracticeSeed).run();
    process.stdout.write(`${JSON.stringify(practice ?? {})}\n`);
  } finally {
    await context.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
