import { existsSync } from 'node:fs';
import { FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { EncryptionKeys } from '../common/crypto/encryption-keys';
import { unwrapSecret } from '../common/crypto/installation-secret';
import { KeyRing } from '../common/crypto/key-ring';
import type { AppConfig } from '../config/app-config';
import { FileStorage } from '../integrations/storage/file-storage';
import { storageOf } from '../integrations/storage/storage.module';
import { Shelf, SHELVES } from '../integrations/storage/stored-objects';
import { migrations } from '../migrations';
import { decrypted, encrypted, newKeys } from './age-file';
import { ArchiveWriter, readArchive, ReadArchive } from './archive';
import { BackupProblem, fileProblem } from './backup-problem';
import { Ending, FORMAT, Manifest, markedText } from './manifest';
import { ObjectKeys, Snapshot } from './snapshot';

/** Objects that are fetched while others are written. */
const AHEAD = 4;
const LOOKED_UP_AT_ONCE = 1_000;
/** What the mark of a backup is for, see `KeyRing`. */
export const MARK_PURPOSE = 'backup';

export interface MadeBackup extends ReadArchive {
  /** Of the file. */
  bytes: number;
  /** Ids of the encryption keys without which nothing in it can be read. */
  keys: string[];
}

/**
 * Makes a backup of the database as it is in one moment and of every object that it names, encrypted for each recipient. It is written to `FILE.part`, read back from there and
 * held against what was written, for which it is also encrypted for a key that nobody knows afterwards; only then it has its name.
 * @param tell what is being done
 * @throws BackupProblem; KeyProblem; StorageFailed; errors of pg. There is no file then
 */
export async function createBackup(config: AppConfig, file: string, recipients: readonly string[], tell: (text: string) => void): Promise<MadeBackup> {
  if (existsSync(file)) throw new BackupProblem(`${file} is there already: a backup is never written over another one.`);
  const keys = EncryptionKeys.given(config);
  const snapshot = await Snapshot.open(config.database.migrationUrl);
  try {
    const { manifest, ring } = await describe(snapshot, config, keys);
    return await PartFile.write(file, async (part) => {
      const own = await newKeys();
      const archive = new ArchiveWriter();
      const [bytes, ending] = await together(
        write(part.handle, await encrypted(archive.bytes, [...recipients, own.recipient])),
        fill(archive, manifest, snapshot, (shelf) => storageOf(config, ring, shelf), (text) => ring.digest(MARK_PURPOSE, text).toString('hex'), tell),
        (error) => archive.fail(error),
      );
      await part.handle.sync();
      tell('Reading it back.');
      const read = await readArchive(decrypted(part.handle, part.path, [own.identity]), part.path);
      if (JSON.stringify(read) !== JSON.stringify({ manifest, ending })) throw new BackupProblem(`${part.path} does not give back what was written to it: the disk may be failing.`);
      return { manifest, ending, bytes, keys: manifest.secret.map(({ key_id }) => key_id) };
    });
  } finally {
    await snapshot.close();
  }
}

async function describe(snapshot: Snapshot, config: AppConfig, keys: EncryptionKeys): Promise<{ manifest: Manifest; ring: KeyRing }> {
  const done = await snapshot.migrations().catch((error: unknown) => {
    throw (error as { code?: string }).code === '42P01' ? new BackupProblem('This database is empty: there is nothing to keep.') : error;
  });
  const unknown = done.find((name) => !migrations.some((each) => each.name === name));
  if (unknown !== undefined) throw new BackupProblem(`The database belongs to a newer version of the product (${unknown}), which may keep more than this one knows of: make the backup with that version.`);
  const rows = await snapshot.secret();
  if (rows.some(({ wrapped }) => wrapped === null)) throw new BackupProblem('Nothing was ever started on this database: there is nothing to keep.');
  const ring = new KeyRing(unwrapSecret(rows, keys, new ColumnCipher(keys)));
  const manifest: Manifest = {
    format: FORMAT,
    made_at: new Date().toISOString(),
    product: config.metrics.build,
    postgres: await snapshot.server(),
    migrations: done,
    secret: rows.map(({ key_id, wrapped }) => ({ key_id, wrapped: (wrapped as Buffer).toString('base64') })),
    tables: await snapshot.tables(),
  };
  return { manifest, ring };
}

async function fill(archive: ArchiveWriter, manifest: Manifest, snapshot: Snapshot, storage: (shelf: Shelf) => FileStorage, mark: (text: string) => string, tell: (text: string) => void): Promise<Ending> {
  await archive.begin(manifest);
  tell(`${manifest.tables.length} tables.`);
  for (const table of manifest.tables) await archive.addTable(table.name, snapshot.copy(table));
  const named = new Map<Shelf, ObjectKeys>();
  for (const shelf of SHELVES) named.set(shelf, await snapshot.objectKeys(shelf));
  const sequences = await snapshot.sequences();
  // Objects never change under their names: they need no snapshot, which would keep the database from tidying up.
  await snapshot.leave();
  const missing: Ending['missing'] = { deleted: 0, lost: 0 };
  for (const [shelf, keys] of named) {
    tell(`${shelf} of the storage.`);
    const gone = await addObjects(archive, shelf, keys, storage(shelf));
    for (let at = 0; at < gone.length; at += LOOKED_UP_AT_ONCE) {
      const some = gone.slice(at, at + LOOKED_UP_AT_ONCE);
      const lost = (await snapshot.stillNamed(shelf, some)).size;
      missing.lost += lost;
      missing.deleted += some.length - lost;
    }
  }
  return archive.end({ sequences, missing }, (ending) => mark(markedText(ending)));
}

/** @returns those that the storage does not have */
async function addObjects(archive: ArchiveWriter, shelf: Shelf, keys: Iterable<string>, storage: FileStorage): Promise<string[]> {
  const gone: string[] = [];
  const under: { key: string; bytes: Promise<Buffer | undefined> }[] = [];
  const addFirst = async (): Promise<void> => {
    const first = under.shift();
    if (!first) return;
    const bytes = await first.bytes;
    if (bytes) await archive.addObject(shelf, first.key, bytes);
    else gone.push(first.key);
  };
  for (const key of keys) {
    const bytes = storage.get(key);
    // Told of when its turn comes.
    bytes.catch(() => undefined);
    under.push({ key, bytes });
    if (under.length > AHEAD) await addFirst();
  }
  while (under.length > 0) await addFirst();
  return gone;
}

/** @returns how many bytes */
async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let written = 0;
  for await (const part of bytes) {
    await file.appendFile(part);
    written += part.length;
  }
  return written;
}

/** Waits for both; where one fails the other one is told. @throws what failed first */
async function together<A, B>(one: Promise<A>, other: Promise<B>, fail: (error: Error) => void): Promise<[A, B]> {
  let first: { error: unknown } | undefined;
  const failed = (error: unknown): never => {
    first ??= { error };
    fail(error instanceof Error ? error : new Error(String(error)));
    throw error;
  };
  const [a, b] = await Promise.allSettled([one.catch(failed), other.catch(failed)]);
  if (first) throw first.error;
  return [(a as PromiseFulfilledResult<A>).value, (b as PromiseFulfilledResult<B>).value];
}

/** A file that has its name when it is whole. */
class PartFile {
  private constructor(
    readonly path: string,
    readonly handle: FileHandle,
  ) {}

  static async write<Result>(file: string, work: (part: PartFile) => Promise<Result>): Promise<Result> {
    const path = `${file}.part`;
    try {
      // What a run that was cut off has left. One that still goes on loses its file, and notices.
      await rm(path, { force: true });
      const part = new PartFile(path, await open(path, 'wx+', 0o600));
      try {
        const result = await work(part);
        await part.name(file);
        return result;
      } catch (error) {
        if (await part.isOurs()) await rm(path, { force: true });
        throw error;
      } finally {
        await part.handle.close();
      }
    } catch (error) {
      throw fileProblem(path, error);
    }
  }

  private async name(file: string): Promise<void> {
    if (!(await this.isOurs())) throw new BackupProblem(`${this.path} was taken away: is another backup being written there?`);
    await rename(this.path, file);
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  }

  private async isOurs(): Promise<boolean> {
    const [ours, there] = await Promise.all([this.handle.stat(), stat(this.path).catch(() => undefined)]);
    return there?.ino === ours.ino && there.dev === ours.dev;
  }
}
