import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { EncryptionKeys } from './common/crypto/encryption-keys';
import { KeyRotation, Rotation } from './common/crypto/key-rotation';
import { KitModule } from './common/process/kit.module';
import { ConfigModule } from './config/config.module';
import { DOMAINS } from './domains';

const USAGE = `Encrypts everything anew under the current encryption key, while the product works.

  rotate

On a server, first put a new key in front of ENCRYPTION_KEYS and restart every process. On a development machine the key is
made here. The exit code is 0 when everything is encrypted under the current key, 1 when it is not, 2 when the command could
not run. It can be stopped and run again at any time.
`;

/** Every domain, since each declares its encrypted columns. */
@Module({ imports: [ConfigModule, KitModule.of('command'), ...DOMAINS], providers: [KeyRotation] })
class KeysModule {}

/** @returns what is left to do, in sentences */
function describe({ key, rows, unreadable, inUse, unused }: Rotation, keys: EncryptionKeys): string {
  const count = (number: number, one: string): string => `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
  const lines = [`${count(rows, 'row')} encrypted anew under the key ${key}.`];
  for (const [column, values] of unreadable) lines.push(`${count(values, 'value')} of ${column} cannot be opened with the key named in it, and stayed as it was.`);
  for (const [id, values] of inUse) lines.push(`The key ${id} is still needed for ${count(values, 'value')}: restart every process that has another first key, and run this again.`);
  for (const id of unused) lines.push(`The key ${id} is used by nothing any more and may be dropped from ${keys.source}.`);
  if (unused.length > 0) lines.push('That holds once every process was restarted with the new key: one that was not goes on with the old one. If in doubt, restart them and run this again first.');
  const waiting = keys.all.filter(({ id }) => id !== key && !unused.includes(id) && !inUse.has(id));
  for (const { id } of waiting) lines.push(`Whether the key ${id} is still needed could not be found out, since a transaction does not end: run this again.`);
  if (rows === 0 && keys.all.length === 1) lines.push(`There is no older key. To replace this one, put a new one in front of ${keys.source} and restart every process first.`);
  return `${lines.join('\n')}\n`;
}

async function rotate(): Promise<number> {
  const context = await NestFactory.createApplicationContext(KeysModule, { logger: false, abortOnError: false });
  try {
    const done = new Map<string, number>();
    const rotation = await context.get(KeyRotation).rotate(({ table, rows }) => {
      done.set(table, (done.get(table) ?? 0) + rows);
      process.stderr.write(`${table}: ${done.get(table)}\n`);
    });
    process.stdout.write(describe(rotation, context.get(EncryptionKeys)));
    return rotation.inUse.size === 0 && rotation.unreadable.size === 0 ? 0 : 1;
  } finally {
    await context.close();
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.length === 1 && args[0] === 'rotate') return rotate();
  process.stderr.write(USAGE);
  return 2;
}

main().then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    process.stderr.write(`The keys could not be rotated: ${error.message}\n`);
    process.exitCode = 2;
  },
);
