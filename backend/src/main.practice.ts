import { DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createInterface } from 'node:readline';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { DomainError } from './common/errors/domain-error';
import { KitModule } from './common/process/kit.module';
import { ConfigModule } from './config/config.module';
import { DOMAINS } from './domains';
import { PracticeExport } from './modules/practices/export/practice-export.service';
import { PracticeImport } from './modules/practices/import/practice-import.service';
import { PracticeDeletion, PracticeProof } from './modules/practices/leaving/practice-deletion.service';
import * as messages from './modules/practices/messages';
import { PracticeAccount, PracticeRepository } from './modules/practices/practice.repository';
import { KeptTerm, RetentionTerms } from './modules/practices/retention/retention-terms.service';

const USAGE = `A whole practice, to take along or to take out, and how long what is kept is kept.

  export --therapist <email or id> <folder>             writes all that a practice keeps into a new folder: JSON by a schema, lists, a calendar, and files
  import <folder>                                       takes the practice of such a folder in, of another installation with other keys: whole or not at all
  delete --therapist <email or id> --export <folder>    closes the practice, exports it into a new folder, and takes it out: rows, files and keys
  prove  --therapist <id>                               counts what there is of a practice, also once it is deleted
  retention                                             how long each kind of record is kept, and what has outlived its term

The folder holds health data as plain text. Deleting asks for the therapist's address, can be stopped and run again with the same folder, and
works with the role of MIGRATION_DATABASE_URL. The exit code is 0 when all is done, 1 when something could not be read or is left, 2 when the command could not run.
`;

/** Every domain, since each says what it keeps of a practice. */
@Module({ imports: [KitModule.of('command'), ...DOMAINS] })
class PracticeCommandModule {
  /** @param role taking out is the owner's alone */
  static as(role: 'application' | 'owner'): DynamicModule {
    return { module: PracticeCommandModule, imports: [role === 'owner' ? ConfigModule.asOwner() : ConfigModule] };
  }
}

interface Command {
  name: 'export' | 'import' | 'delete' | 'prove' | 'retention';
  therapist: string;
  /** Of an export, written or read. */
  folder: string;
}

/** @returns undefined when the arguments are not understood */
function parseCommand(args: string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { therapist: { type: 'string' }, export: { type: 'string' } } });
    const [name, ...rest] = positionals;
    const { therapist, export: named } = values;
    if (name === 'retention' && rest.length === 0 && therapist === undefined && named === undefined) return { name, therapist: '', folder: '' };
    if (name === 'import' && rest.length === 1 && therapist === undefined && named === undefined) return { name, therapist: '', folder: rest[0] as string };
    if (therapist === undefined) return undefined;
    if (name === 'export' && rest.length === 1 && named === undefined) return { name, therapist, folder: rest[0] as string };
    if (name === 'delete' && rest.length === 0 && named !== undefined) return { name, therapist, folder: named };
    return name === 'prove' && rest.length === 0 && named === undefined ? { name, therapist, folder: '' } : undefined;
  } catch {
    return undefined;
  }
}

const count = (number: number, one: string): string => `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
/** What stands in a folder from elsewhere is no command for a terminal. */
const say = (line: string): void => void process.stdout.write(`${line.replace(/\p{Cc}/gu, ' ')}\n`);
const tell = (part: string): void => void process.stderr.write(`${part}\n`);

async function exportPractice(exports: PracticeExport, { id }: PracticeAccount, folder: string): Promise<number> {
  const { rows, files, missing } = await exports.write(id, folder, tell);
  say(`${folder} holds ${count(Object.values(rows).reduce((total, each) => total + each, 0), 'row')} and ${count(files, 'file')}. ${messages.plainText}`);
  for (const each of missing) say(messages.notInExport(each));
  return missing.length > 0 ? 1 : 0;
}

async function importPractice(imports: PracticeImport, folder: string): Promise<number> {
  const { therapistId, rows, files, missing } = await imports.take(folder, tell);
  say(`The practice ${therapistId} is here: ${count(Object.values(rows).reduce((total, each) => total + each, 0), 'row')} and ${count(files, 'file')}.`);
  for (const each of messages.STAYS_BEHIND) say(each);
  for (const each of missing) say(messages.notImported(each));
  say(messages.plainText);
  return missing.length > 0 ? 1 : 0;
}

/** @returns whether nothing is left of it but what has to stay */
function describe({ left, stays }: PracticeProof): boolean {
  for (const [table, rows] of Object.entries(left)) say(`${table}: ${count(rows, 'row')} left.`);
  if (Object.keys(left).length === 0) say('Nothing of the practice is left in any table that holds rows of practices, but:');
  for (const { table, rows, reason } of stays) say(`  ${table}: ${count(rows, 'row')}. ${reason}`);
  return Object.keys(left).length === 0;
}

/** @returns 1 where rows have outlived their term by hours: upkeep takes them about once an hour */
function tellTerms(terms: readonly KeptTerm[]): number {
  for (const { kind, table, term, why, sweep, overdue } of terms) {
    say(`${kind} (${table}): ${term}. ${why} ${sweep === null ? 'An operator removes them: npm run audit:prune.' : `Upkeep: ${sweep}.`}`);
    if (overdue > 0) say(`  ${count(overdue, 'row')} older than that.`);
  }
  say('Everything else that is a practice’s stays until the practice deletes it, or is deleted itself.');
  return terms.some(({ overdue }) => overdue > 0) ? 1 : 0;
}

async function deletePractice(deletion: PracticeDeletion, { id, email, name }: PracticeAccount, folder: string): Promise<number> {
  const holds = await deletion.holds(id);
  for (const reason of holds) say(reason);
  if (holds.length > 0) return 2;
  say(`This deletes the practice of ${name}, for good. Type ${email} to go on:`);
  if ((await answer()) !== email) {
    say('Nothing was changed.');
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { taken, isComplete, ...proof } = await deletion.delete(id, folder, stop.signal, tell);
  for (const [table, rows] of Object.entries(taken).filter(([, each]) => each > 0)) say(`${table}: ${count(rows, 'row')} taken out.`);
  if (!isComplete) {
    say('Stopped before the end. Run it again with the same folder to go on.');
    return 1;
  }
  const isGone = describe(proof);
  say(`To count again: practice prove --therapist ${id}`);
  say(messages.plainText);
  return isGone ? 0 : 1;
}

/** One line of what is typed. */
async function answer(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line.trim();
  return '';
}

async function run({ name, therapist, folder }: Command): Promise<number> {
  const context = await NestFactory.createApplicationContext(PracticeCommandModule.as(name === 'delete' ? 'owner' : 'application'), { logger: false, abortOnError: false });
  try {
    if (name === 'retention') return tellTerms(await context.get(RetentionTerms).list());
    if (name === 'import') return await importPractice(context.get(PracticeImport), folder);
    if (name === 'prove') return describe(await context.get(PracticeDeletion).prove(therapist)) ? 0 : 1;
    const practice = await context.get(PracticeRepository).find(therapist);
    if (!practice) throw new Error(messages.noPractice(therapist));
    return name === 'export' ? await exportPractice(context.get(PracticeExport), practice, folder) : await deletePractice(context.get(PracticeDeletion), practice, folder);
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
    const sentence = error instanceof DomainError ? error.detail : error.message;
    process.stderr.write(`${sentence.replace(/[^\P{Cc}\n]/gu, ' ')}\n`);
    process.exitCode = 2;
  },
);
