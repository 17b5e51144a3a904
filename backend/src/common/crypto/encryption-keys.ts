import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppConfig } from '../../config/app-config';

export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** What is wrong with this installation's keys, in a sentence for whoever starts it: it names ids, never a key. */
export class KeyProblem extends Error {}

/** How long a process may go on with the keys that it has read; the file is looked at again then. */
const LOOK_EVERY_MS = 1_000;
/** Of a development machine, in its data folder. */
const KEY_FILE = 'encryption.keys';

/**
 * The keys that columns are encrypted under, newest first: the first encrypts, all decrypt. They come from ENCRYPTION_KEYS
 * (`id:base64,id:base64`). A development machine makes its own in the data folder; running processes follow that file.
 */
export class EncryptionKeys {
  private keys: readonly EncryptionKey[];
  private lookedAt = performance.now();

  /** @throws KeyProblem for no key at all, or two of one id */
  constructor(
    keys: readonly EncryptionKey[],
    private readonly file?: KeyFile,
  ) {
    this.keys = checked(keys);
  }

  /** @throws KeyProblem when there is no key, or one is not in its form */
  static of(config: AppConfig): EncryptionKeys {
    if (config.encryptionKeys !== undefined) return new EncryptionKeys(parseKeys(config.encryptionKeys, 'ENCRYPTION_KEYS'));
    const file = KeyFile.of(config.dataDir);
    return new EncryptionKeys(file.read(), file);
  }

  /** Those that are there: none is made. @throws KeyProblem as {@link of}, and where a development machine has no file of them */
  static given(config: AppConfig): EncryptionKeys {
    const path = join(config.dataDir, KEY_FILE);
    if (config.encryptionKeys === undefined && !existsSync(path)) throw new KeyProblem(`There are no encryption keys: neither is ENCRYPTION_KEYS set nor is there a file ${path}. Put them there from where you keep them.`);
    return EncryptionKeys.of(config);
  }

  /** The one that encrypts. */
  get current(): EncryptionKey {
    if (performance.now() - this.lookedAt > LOOK_EVERY_MS) this.look();
    return this.keys[0] as EncryptionKey;
  }

  /** All of them, newest first. */
  get all(): readonly EncryptionKey[] {
    return this.keys;
  }

  /** Where they are kept, for sentences. */
  get source(): string {
    return this.file?.path ?? 'ENCRYPTION_KEYS';
  }

  /** An id that is not known yet may have come into the file since. */
  find(id: string): Buffer | undefined {
    const find = (): Buffer | undefined => this.keys.find((each) => each.id === id)?.key;
    const known = find();
    if (known || !this.file) return known;
    this.look();
    return find();
  }

  /**
   * Makes the key that encrypts from now on, where this product keeps the keys itself; returns when every running process does so.
   * @returns false when they come from ENCRYPTION_KEYS: those are the operator's
   */
  async renew(): Promise<boolean> {
    if (!this.file) return false;
    this.file.write([{ id: `local-${randomBytes(4).toString('hex')}`, key: randomBytes(32) }, ...this.file.read()]);
    this.look();
    await pause(2 * LOOK_EVERY_MS);
    return true;
  }

  /** A file that cannot be read just now changes nothing: the known keys still open everything. */
  private look(): void {
    this.lookedAt = performance.now();
    try {
      if (this.file?.isChanged()) this.keys = checked(this.file.read());
    } catch {
      return;
    }
  }
}

function checked(keys: readonly EncryptionKey[]): readonly EncryptionKey[] {
  if (keys.length === 0) throw new KeyProblem('There is no encryption key.');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new KeyProblem('Two encryption keys have the same id.');
  return keys;
}

function parseKeys(text: string, source: string): EncryptionKey[] {
  return text.split(',').map((part) => {
    const [id, encoded] = part.trim().split(':');
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!id || !/^[a-z0-9-]{1,16}$/i.test(id) || key.length !== 32) {
      throw new KeyProblem(`${source} must be id:base64 of 32 bytes, several separated by commas, newest first.`);
    }
    return { id, key };
  });
}

/** The keys of a development machine, `encryption.keys` in its data folder. It is replaced as a whole, never changed. */
class KeyFile {
  private seen = '';

  private constructor(readonly path: string) {}

  /** Makes the first key where there is none. */
  static of(dataDir: string): KeyFile {
    const path = join(dataDir, KEY_FILE);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = new KeyFile(path);
    if (existsSync(path)) return file;
    // Two processes may start at once: a link appears whole or not at all, and only the first one counts.
    const draft = file.draft([{ id: 'local', key: randomBytes(32) }]);
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    return file;
  }

  read(): EncryptionKey[] {
    this.seen = this.version();
    return parseKeys(readFileSync(this.path, 'utf8'), this.path);
  }

  isChanged(): boolean {
    return this.version() !== this.seen;
  }

  write(keys: readonly EncryptionKey[]): void {
    renameSync(this.draft(keys), this.path);
  }

  private draft(keys: readonly EncryptionKey[]): string {
    const path = `${this.path}.${randomBytes(6).toString('hex')}`;
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, `${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return path;
  }

  private version(): string {
    const { ino, mtimeMs, size } = statSync(this.path);
    return `${ino} ${mtimeMs} ${size}`;
  }
}
