import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { EncryptionKeys, KeyProblem } from '../common/crypto/encryption-keys';
import { unwrapSecret } from '../common/crypto/installation-secret';
import { KeyRing } from '../common/crypto/key-ring';
import { sqlState } from '../common/database/database';
import type { AppConfig } from '../config/app-config';
import { FileStorage, StorageFailed } from '../integrations/storage/file-storage';
import { storageOf } from '../integrations/storage/storage.module';
import { Shelf, SHELVES } from '../integrations/storage/stored-objects';
import { migrations } from '../migrations';
import { migrate } from '../migrations/migrate';
import { decrypted, openToRead } from './age-file';
import { readArchive, ReadArchive } from './archive';
import { BackupProblem } from './backup-problem';
import { MARK_PURPOSE } from './create';
import { CopiedTable, Ending, Manifest, markedText } from './manifest';
import { Target } from './target';

/** Objects that are stored while others are read. */
const AT_ONCE = 8;
const TRIAL_BYTES = 64;

export interface RestoredTable {
  name: string;
  inBackup: number;
  restored: number;
}

export interface Restored extends ReadArchive {
  tables: RestoredTable[];
  objects: { stored: number; known: number };
  /** Tables of the backup that no migration makes. */
  passedOver: string[];
  /** Migrations of this version that the backup did not have yet, and that ran after it was in. */
  migrated: number;
}

/**
 * Brings a backup into an empty installation. Everything is looked at before anything is changed: the key, the version, the encryption keys, the storage, the database.
 * Rows come in one transaction, which is committed when the file was read to its end, the sums are right, every object is in the storage and gives back its bytes, and each
 * table has as many rows as it had. One that is cut off leaves the database empty, and can be run again.
 * @param identities private keys, any of which opens it
 * @param into `sameStorage`: files of this installation may be there already, since whatever kept them will never run again
 * @throws BackupProblem; KeyProblem; StorageFailed; errors of pg
 */
export async function restoreBackup(config: AppConfig, path: string, identities: readonly string[], tell: (text: string) => void, into = { sameStorage: false }): Promise<Restored> {
  const file = await openToRead(path);
  const target = await Target.open(config.database.migrationUrl).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  const restoring = new Restoring(config, path, target, tell, into.sameStorage);
  try {
    const read = await readArchive(decrypted(file, path, identities), path, {
      begin: (manifest) => restoring.begin(manifest),
      rows: (table, piece) => restoring.addRows(table, piece),
      object: (shelf, key, bytes) => restoring.addObject(shelf, key, bytes),
    });
    return { ...read, ...(await restoring.finish(read)) };
  } catch (error) {
    throw sqlState(error)?.startsWith('23') ? new BackupProblem(`Rows of ${path} do not fit each other or this version's tables (${(error as Error).message}). Nothing was changed.`) : error;
  } finally {
    await restoring.settle();
    await target.close();
    await file.close();
  }
}

class Restoring {
  private columns = new Map<string, CopiedTable>();
  private ring: KeyRing | undefined;
  private readonly storages = new Map<Shelf, FileStorage>();
  private readonly under = new Set<Promise<void>>();
  private failure: { error: unknown } | undefined;
  private readonly objects = { stored: 0, known: 0 };

  constructor(
    private readonly config: AppConfig,
    private readonly path: string,
    private readonly target: Target,
    private readonly tell: (text: string) => void,
    private readonly sameStorage: boolean,
  ) {}

  async begin(manifest: Manifest): Promise<void> {
    await this.assertFits(manifest);
    this.ring = this.openSecret(manifest);
    await this.target.assertEmpty();
    for (const shelf of SHELVES) {
      const storage = storageOf(this.config, this.ring, shelf);
      if (!this.sameStorage) await this.assertNothingIn(storage);
      this.storages.set(shelf, await tried(storage));
    }
    const { migrationUrl, url } = this.config.database;
    // Of this very version: what the application's role may do is granted here too, so that nothing is left to do after the commit.
    const isOurs = manifest.migrations.length === migrations.length;
    const { length } = await migrate(migrationUrl, url, isOurs ? undefined : new Set(manifest.migrations));
    if (length > 0) this.tell(`${length} migrations, up to where the backup was made.`);
    await this.target.begin();
    this.columns = new Map(manifest.tables.map((table) => [table.name, table]));
    this.tell(`${manifest.tables.length} tables.`);
  }

  addRows(table: string, piece: Buffer): Promise<void> {
    return this.target.addRows(this.columns.get(table) as CopiedTable, piece);
  }

  /** Comes back when there is room for another one. @throws what an earlier one failed with */
  async addObject(shelf: Shelf, key: string, bytes: Buffer): Promise<void> {
    while (this.under.size >= AT_ONCE) await Promise.race(this.under);
    if (this.failure) throw this.failure.error;
    const storing = this.store(this.storages.get(shelf) as FileStorage, key, bytes).then(
      () => void this.under.delete(storing),
      (error: unknown) => {
        this.failure ??= { error };
        this.under.delete(storing);
      },
    );
    this.under.add(storing);
  }

  async finish({ ending }: ReadArchive): Promise<Omit<Restored, keyof ReadArchive>> {
    await this.settle();
    if (this.failure) throw this.failure.error;
    this.assertOurs(ending);
    const counts = await this.target.finish(ending);
    const passedOver = [...this.target.unknown];
    const tables = ending.tables.filter(({ name }) => !passedOver.includes(name)).map(({ name, rows }) => ({ name, inBackup: rows, restored: counts.get(name) ?? 0 }));
    const wrong = tables.find(({ inBackup, restored }) => inBackup !== restored);
    if (wrong) throw new BackupProblem(`The table ${wrong.name} has ${wrong.restored} rows and had ${wrong.inBackup}. Nothing was changed.`);
    await this.target.commit();
    const { migrationUrl, url } = this.config.database;
    const migrated = await migrate(migrationUrl, url);
    return { tables, objects: this.objects, passedOver, migrated: migrated.length };
  }

  /** Nothing is under way any more. */
  async settle(): Promise<void> {
    await Promise.all(this.under);
  }

  /** Two databases over the same files would tidy each other's away. @throws BackupProblem where files of this installation are */
  private async assertNothingIn(storage: FileStorage): Promise<void> {
    if ((await storage.list(undefined, 1)).length === 0) return;
    throw new BackupProblem(
      `Files of this installation are in the storage already (S3_BUCKET, or DATA_DIR). Where it still runs, its files would be lost: give this one a place of its own. Where it will never run again, or an earlier try of this restore was cut off, say --same-storage. Nothing was changed.`,
    );
  }

  /** @throws BackupProblem where the backup, or the database, is of a version that does not fit */
  private async assertFits({ migrations: had, product }: Manifest): Promise<void> {
    const unknown = had.find((name) => !migrations.some((each) => each.name === name));
    if (unknown !== undefined) throw new BackupProblem(`${this.path} was made by a newer version of the product (${product.version}; this one does not know ${unknown}). Restore it with that version, or a newer one.`);
    const done = await this.target.migrations();
    const ahead = done.find((name) => !had.includes(name));
    if (ahead !== undefined) throw new BackupProblem(`The database is migrated further than ${this.path} (${ahead}). Nothing was changed. Take a database without tables: this command migrates it itself, first as far as the backup, and then on.`);
  }

  private openSecret({ secret }: Manifest): KeyRing {
    const rows = secret.map(({ key_id, wrapped }) => ({ key_id, wrapped: Buffer.from(wrapped, 'base64') }));
    try {
      const keys = EncryptionKeys.given(this.config);
      return new KeyRing(unwrapSecret(rows, keys, new ColumnCipher(keys)));
    } catch (error) {
      if (!(error instanceof KeyProblem)) throw error;
      const ids = secret.map(({ key_id }) => key_id);
      throw new KeyProblem(`The backup needs the encryption ${ids.length === 1 ? 'key' : 'keys'} ${ids.join(', ')} of the installation that made it. ${error.message} Nothing was changed.`);
    }
  }

  private assertOurs(ending: Ending): void {
    const mark = (this.ring as KeyRing).digest(MARK_PURPOSE, markedText(ending));
    const given = Buffer.from(ending.mark, 'hex');
    if (given.length !== mark.length || !timingSafeEqual(given, mark)) throw new BackupProblem(`${this.path} was not made by the installation whose secret it holds: anybody who has the public key can encrypt for it. Nothing was changed.`);
  }

  private async store(storage: FileStorage, key: string, bytes: Buffer): Promise<void> {
    const there = (await storage.has(key)) ? await storage.get(key) : undefined;
    if (there && !there.equals(bytes)) throw new BackupProblem(`The storage has another object of the name ${key}: take an empty place for the files.`);
    if (there) {
      this.objects.known += 1;
      return;
    }
    await storage.put(key, bytes);
    if (!(await storage.get(key))?.equals(bytes)) throw new StorageFailed(`The file storage does not give back what it was given: ${key}`);
    this.objects.stored += 1;
  }
}

/** A storage that refuses is told of before anything is changed. */
async function tried(storage: FileStorage): Promise<FileStorage> {
  const [key, bytes] = [randomBytes(32).toString('hex'), randomBytes(TRIAL_BYTES)];
  await storage.put(key, bytes);
  const read = await storage.get(key);
  await storage.delete(key);
  if (!read?.equals(bytes)) throw new StorageFailed('The file storage does not give back what it was given.');
  return storage;
}
