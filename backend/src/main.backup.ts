import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readFile, writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { decrypted, identitiesIn, identityFile, newKeys, openToRead } from './backup/age-file';
import { readArchive, ReadArchive } from './backup/archive';
import { BackupProblem, fileProblem } from './backup/backup-problem';
import { createBackup } from './backup/create';
import { restoreBackup } from './backup/restore';
import { SealedCheck } from './backup/sealed-check';
import { SYSTEM_ACTOR } from './common/access/actor';
import { isDatabaseUnavailable, sqlState } from './common/database/database';
import { Works } from './common/work/work';
import { AppConfig } from './config/app-config';
import { readEnvironment } from './config/environment';
import { DOMAINS } from './domains';
import { StorageFailed } from './integrations/storage/file-storage';
import { ActivityAuditModule } from './modules/activity-log/chain/activity-audit.module';
import { ActivityAudit } from './modules/activity-log/chain/audit.service';
import { describeReport } from './modules/activity-log/chain/chain-report';
import { ActivitySealer } from './modules/activity-log/chain/sealer.service';

const USAGE = `A backup of the whole installation in one file: the database, the files, and the installation's secret as the encryption keys wrap it. It is encrypted
in the format of age (age-encryption.org), for public keys; the encryption keys themselves are not in it.

  keygen  KEYFILE                       makes a private key, readable by you alone, and prints its public one
  create  FILE --for age1… [--for …]    makes a backup, while the product works, and reads it back before it has its name
  check   FILE --identity KEYFILE       reads a backup to its end and says what is in it
  restore FILE --identity KEYFILE       brings it into an empty installation, and checks the log and every encrypted value; with --same-storage
                                        among the files of an installation that will never run again

create and restore work with the role of MIGRATION_DATABASE_URL, and with the product's other variables. The exit code is 0 when all is well, 1 when
something is not as it should be, 2 when it could not be done: there is no backup then, or nothing was restored.
`;

const WAIT_FOR_SEAL_MS = 20_000;

/** Every domain: each declares its encrypted columns and checks its rows. */
@Module({ imports: [ActivityAuditModule.as('application'), ...DOMAINS], providers: [SealedCheck] })
class RestoredModule {}

const tell = (text: string): void => void process.stderr.write(`${text}\n`);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const count = (number: number, one: string): string => `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function summary({ manifest: { made_at, migrations, product, postgres }, ending: { tables, shelves } }: ReadArchive): string {
  const objects = shelves.map(({ shelf, objects: number, bytes }) => `${number.toLocaleString('en')} ${shelf} (${megabytes(bytes)})`).join(', ');
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `As of ${made_at}: ${count(rows, 'row')} of ${count(tables.length, 'table')} (${megabytes(tables.reduce((sum, { bytes }) => sum + bytes, 0))}), ${objects}.\nVersion ${product.version}, newest migration ${migrations.at(-1)}, Postgres ${postgres}.`;
}

async function keygen(path: string): Promise<number> {
  const keys = await newKeys();
  // One that is there stays: backups may hang on it.
  await writeFile(path, identityFile(keys, new Date()), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new BackupProblem(`${path} is there already, and backups may need it.`) : fileProblem(path, error);
  });
  tell(`${path} opens backups that are made for this public key. Keep it away from this machine: making backups needs the public key alone.`);
  say(keys.recipient);
  return 0;
}

async function create(config: AppConfig, path: string, recipients: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const made = await createBackup(config, path, recipients, tell);
  const { deleted, lost } = made.ending.missing;
  say(`${path}: ${megabytes(made.bytes)}, read back and whole, in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n${summary(made)}`);
  if (deleted > 0) say(`${count(deleted, 'object')} of the storage went with what named them while the backup was made.`);
  say(`NOT in it: the encryption ${made.keys.length === 1 ? 'key' : 'keys'} ${made.keys.join(', ')}. Nothing that people wrote can be read without: keep ${config.encryptionKeys === undefined ? `encryption.keys of ${config.dataDir}` : 'ENCRYPTION_KEYS'} apart from the backup, and the private key apart from both.`);
  if (lost === 0) return 0;
  tell(`${count(lost, 'object')} that rows name ${lost === 1 ? 'is' : 'are'} not in the storage, and so not in the backup. Is it the right S3_BUCKET or DATA_DIR? Whoever runs the storage may still have them.`);
  return 1;
}

async function check(path: string, identities: readonly string[]): Promise<number> {
  const file = await openToRead(path);
  try {
    const read = await readArchive(decrypted(file, path, identities), path);
    say(`${path} is whole.\n${summary(read)}`);
    for (const { name, rows } of read.ending.tables) if (rows > 0) say(`  ${name.padEnd(32)} ${rows.toLocaleString('en').padStart(12)}`);
    say(`To restore it, the encryption ${read.manifest.secret.length === 1 ? 'key' : 'keys'} ${read.manifest.secret.map(({ key_id }) => key_id).join(', ')} must be there.`);
    return 0;
  } finally {
    await file.close();
  }
}

async function restore(config: AppConfig, path: string, identities: readonly string[], sameStorage: boolean): Promise<number> {
  const startedAt = performance.now();
  const restored = await restoreBackup(config, path, identities, tell, { sameStorage });
  const { tables, objects, passedOver, migrated } = restored;
  say(summary(restored));
  say(`  ${'table'.padEnd(32)} ${'in the backup'.padStart(14)} ${'restored'.padStart(12)}`);
  for (const { name, inBackup, restored: rows } of tables) if (inBackup > 0) say(`  ${name.padEnd(32)} ${inBackup.toLocaleString('en').padStart(14)} ${rows.toLocaleString('en').padStart(12)}`);
  say(`${count(objects.stored, 'object')} of the storage restored and read back, ${objects.known.toLocaleString('en')} were there.`);
  if (passedOver.length > 0) say(`No table of this product: ${passedOver.join(', ')}. Passed over; the rows are in the backup.`);
  if (migrated > 0) say(`${count(migrated, 'migration')} ran since, up to this version.`);
  const isWell = await verify(tables.reduce((sum, { restored: rows }) => sum + rows, 0));
  say(`${isWell ? 'Restored and checked' : 'Restored, and NOT all is well'}, in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
  return isWell ? 0 : 1;
}

/** What came back is looked at as the product would: the log's chain and everything that opens doors, and every encrypted value. */
async function verify(rows: number): Promise<boolean> {
  const context = await NestFactory.createApplicationContext(RestoredModule, { logger: false, abortOnError: false });
  try {
    const { opened, closed } = await context.get(SealedCheck).run();
    say(`${count(opened, 'encrypted value')} opened${closed.size === 0 ? '.' : `; of ${[...closed].map(([column, number]) => `${column} ${number}`).join(', ')} did not.`}`);
    await context.get(Works).record(SYSTEM_ACTOR, { action: 'restore_backup', details: { rows } });
    // The last entries of the backup have waited for their seal since.
    await context.get(ActivitySealer).run(WAIT_FOR_SEAL_MS);
    const report = await context.get(ActivityAudit).verify({});
    process.stdout.write(describeReport(report));
    return closed.size === 0 && report.ok;
  } finally {
    await context.close();
  }
}

interface Given {
  command: string;
  path: string;
  recipients: string[];
  identity: string | undefined;
  sameStorage: boolean;
}

/** @returns undefined when the arguments are not understood */
function parse(args: string[]): Given | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { for: { type: 'string', multiple: true }, identity: { type: 'string' }, 'same-storage': { type: 'boolean' } } });
    const [command, path, ...rest] = positionals;
    if (command === undefined || path === undefined || rest.length > 0) return undefined;
    return { command, path, recipients: values.for ?? [], identity: values.identity, sameStorage: values['same-storage'] ?? false };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const given = parse(process.argv.slice(2));
  const { command, path = '', recipients = [], identity, sameStorage = false } = given ?? {};
  const identities = async (): Promise<string[]> => {
    const file = identity as string;
    return identitiesIn(await readFile(file, 'utf8').catch((error: unknown) => Promise.reject(fileProblem(file, error))), file);
  };
  const config = (): AppConfig => new AppConfig(readEnvironment(process.env));
  if (command === 'keygen' && !sameStorage && recipients.length === 0 && identity === undefined) return keygen(path);
  if (command === 'create' && !sameStorage && recipients.length > 0 && identity === undefined) return create(config(), path, recipients);
  if (command === 'check' && !sameStorage && recipients.length === 0 && identity !== undefined) return check(path, await identities());
  if (command === 'restore' && recipients.length === 0 && identity !== undefined) return restore(config(), path, await identities(), sameStorage);
  process.stderr.write(USAGE);
  return 2;
}

/** What went wrong, and who can mend it. */
function sentenceOf(error: Error): string {
  if (error instanceof StorageFailed) return `${error.message}\nWhoever runs the storage can mend it: S3_BUCKET and its keys, or the disk of DATA_DIR. Nothing was changed in the database; run this again afterwards.`;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached (${error.message}). Whoever runs it can mend it; run this again afterwards.`;
  if (sqlState(error) === '42501') return `The role of MIGRATION_DATABASE_URL may not do this (${error.message}): it must own the tables.`;
  return error.message;
}

main().then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 2;
  },
);
