import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import 'reflect-metadata';
import { isDatabaseUnavailable, sqlState } from './common/database/database';
import { DomainError } from './common/errors/domain-error';
import { AppConfig } from './config/app-config';
import { readEnvironment } from './config/environment';
import { AdministratorService } from './modules/auth/administrators/administrator.service';
import { parseCommand, UsageError } from './modules/auth/administrators/command-line/command';
import { AdministratorsCommandModule } from './modules/auth/administrators/command-line/command.module';
import { runCommand } from './modules/auth/administrators/command-line/run-command';
import { SecondFactorService } from './modules/auth/second-factor/second-factor.service';

/** Administrators by command line; `npm run admin` without anything says how. */
async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2));
  await reachDatabase(new AppConfig(readEnvironment(process.env)).database.url);
  const context = await NestFactory.createApplicationContext(AdministratorsCommandModule, { logger: false, abortOnError: false });
  try {
    const services = { administrators: context.get(AdministratorService), secondFactors: context.get(SecondFactorService) };
    const said = await runCommand(command, services, { input: process.stdin, output: process.stderr });
    process.stdout.write(`${said}\n`);
  } finally {
    await context.close();
  }
}

/** A server waits for its database; somebody at a terminal is told at once. */
async function reachDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The operator reads a sentence, and a stack only where none fits. */
function sentenceOf(error: unknown): string {
  if (error instanceof DomainError) return error.detail;
  if (error instanceof UsageError) return error.message;
  if (sqlState(error) === '42P01') return 'This database has no tables of Attune yet: migrate it first.';
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});
