import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { KitModule } from './common/process/kit.module';
import { ConfigModule } from './config/config.module';
import { DOMAINS } from './domains';
import { PracticeExport } from './modules/practices/export/practice-export.service';
import * as messages from './modules/practices/messages';
import { PracticeAccount, PracticeRepository } from './modules/practices/practice.repository';

const USAGE = `A whole practice, to take along.

  export --therapist <email or id> <folder>   writes all that a practice keeps into a new folder: JSON by a schema, lists, a calendar, and files

The folder holds health data as plain text. The exit code is 0 when all is done, 1 when something could not be read, 2 when the
command could not run.
`;

/** Every domain, since each adds what it keeps of a practice. */
@Module({ imports: [ConfigModule, KitModule.of('command'), ...DOMAINS] })
class PracticeCommandModule {}

interface Command {
  name: 'export';
  therapist: string;
  folder: string;
}

/** @returns undefined when the arguments are not understood */
function parseCommand(args: string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { therapist: { type: 'string' } } });
    const [name, folder, ...rest] = positionals;
    if (name !== 'export' || folder === undefined || rest.length > 0 || values.therapist === undefined) return undefined;
    return { name, therapist: values.therapist, folder };
  } catch {
    return undefined;
  }
}

async function exportPractice(exports: PracticeExport, practice: PracticeAccount, folder: string): Promise<number> {
  const { rows, files, missing } = await exports.write(practice.id, folder, (part) => void process.stderr.write(`${part}\n`));
  const count = Object.values(rows).reduce((total, each) => total + each, 0);
  process.stdout.write(`${folder} holds ${count.toLocaleString('en')} rows and ${files.toLocaleString('en')} files. ${messages.plainText}\n`);
  for (const each of missing) process.stdout.write(`Not in it: ${each}\n`);
  return missing.length > 0 ? 1 : 0;
}

async function run({ therapist, folder }: Command): Promise<number> {
  const context = await NestFactory.createApplicationContext(PracticeCommandModule, { logger: false, abortOnError: false });
  try {
    const practice = await context.get(PracticeRepository).find(therapist);
    if (!practice) throw new Error(messages.noPractice(therapist));
    return await exportPractice(context.get(PracticeExport), practice, folder);
  } finally {
    await context.close();
  }
}

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (command) return run(command);
  process.stderr.write(USAGE);
  return 2;
}

main().then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
