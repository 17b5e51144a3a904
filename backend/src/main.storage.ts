import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { KeyRing } from './common/crypto/key-ring';
import { KitModule } from './common/process/kit.module';
import { AppConfig, S3Config } from './config/app-config';
import { ConfigModule } from './config/config.module';
import { readEnvironment } from './config/environment';
import { DOMAINS } from './domains';
import { StorageFailed } from './integrations/storage/file-storage';
import { S3Storage } from './integrations/storage/s3-storage';
import { movingStorageOf } from './integrations/storage/storage.module';
import { SHELVES } from './integrations/storage/stored-objects';

const USAGE = `The bucket in which files are kept (S3_BUCKET).

  prepare          makes it where there is none, and tries out whether files can be kept, read and deleted in it
  move [--remove]  moves the files of DATA_DIR into it, while the product works with STORAGE=s3 and STORAGE_FROM_DISK=true

It can be stopped and run again at any time: what came whole is passed over. With --remove a file leaves the disk once the bucket
gave it back as it was. The exit code is 0 when all is done, 1 when it is not, 2 when the command could not run.
`;

const TRIES = 10;
const TRY_EVERY_MS = 3_000;

/** Every domain, as every command that needs the installation's secret. */
@Module({ imports: [ConfigModule, KitModule.of('command'), ...DOMAINS] })
class StorageCommandModule {}

/** A storage that starts at the same time is waited for. */
async function prepare(bucket: S3Config): Promise<number> {
  const storage = new S3Storage(bucket, 'tries/');
  let isNew = false;
  for (let tries = 1; ; tries += 1) {
    try {
      isNew = await storage.prepare();
      break;
    } catch (error) {
      if (!(error instanceof StorageFailed) || tries === TRIES) throw error;
      process.stderr.write(`${error.message}. It is tried again.\n`);
      await sleep(TRY_EVERY_MS);
    }
  }
  process.stdout.write(`${isNew ? `The bucket ${bucket.bucket} was made` : `The bucket ${bucket.bucket} is there`}, and keeps, gives back and deletes files.\n`);
  return 0;
}

async function move(bucket: S3Config, remove: boolean): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const context = await NestFactory.createApplicationContext(StorageCommandModule, { logger: false, abortOnError: false });
  try {
    let isComplete = true;
    for (const shelf of SHELVES) {
      const storage = movingStorageOf(context.get(AppConfig), bucket, context.get(KeyRing), shelf);
      const { moved, known, bytes, complete } = await storage.move({ remove, stop: stop.signal, tell: (soFar) => void process.stderr.write(`${shelf}: ${soFar.moved + soFar.known}\n`) });
      process.stdout.write(`${shelf}: ${moved} moved (${Math.round(bytes / 1e6)} MB), ${known} were there already${complete ? '.' : '; stopped before the end.'}\n`);
      isComplete &&= complete;
    }
    return isComplete ? 0 : 1;
  } finally {
    await context.close();
  }
}

async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2);
  const isMove = command === 'move' && rest.every((argument) => argument === '--remove') && rest.length <= 1;
  if (!isMove && (command !== 'prepare' || rest.length > 0)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { storage } = new AppConfig(readEnvironment(process.env));
  if (storage.kind !== 's3') {
    process.stderr.write('S3_BUCKET is not set: files are kept on the disk.\n');
    return 2;
  }
  return isMove ? move(storage, rest.length > 0) : prepare(storage);
}

main().then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
