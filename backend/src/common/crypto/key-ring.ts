import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppConfig } from '../../config/app-config';

interface EncryptionKey {
  id: string;
  key: Buffer;
}

/**
 * The keys of this installation, newest first: the first encrypts, all decrypt.
 * They come from ENCRYPTION_KEYS (`id:base64,id:base64`); a development machine makes its own in the data folder.
 */
export class KeyRing {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly derived = new Map<string, Buffer>();
  readonly current: EncryptionKey;

  constructor(keys: EncryptionKey[]) {
    const [first] = keys;
    if (!first) throw new Error('ENCRYPTION_KEYS holds no key.');
    if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('ENCRYPTION_KEYS uses a key id twice.');
    this.current = first;
    this.keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  static of(config: AppConfig): KeyRing {
    return new KeyRing(parseKeys(config.encryptionKeys ?? localKeys(config.dataDir)));
  }

  find(id: string): Buffer | undefined {
    return this.keys.get(id);
  }

  /** A key for another purpose, derived once from the oldest key so that it survives rotation. */
  derive(purpose: string): Buffer {
    const known = this.derived.get(purpose);
    if (known) return known;
    const oldest = [...this.keys.values()].at(-1) ?? this.current.key;
    const key = Buffer.from(hkdfSync('sha256', oldest, Buffer.alloc(0), purpose, 32));
    this.derived.set(purpose, key);
    return key;
  }

  /** A short MAC in URL-safe text under a derived key. */
  mac(key: Buffer, value: string): string {
    return createHmac('sha256', key).update(value).digest('base64url');
  }

  /** A keyed digest: equal inputs can be recognised, the input cannot be guessed without the key. */
  digest(purpose: string, value: string): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(value).digest();
  }
}

function parseKeys(text: string): EncryptionKey[] {
  return text.split(',').map((part) => {
    const [id, encoded] = part.trim().split(':');
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!id || !/^[a-z0-9-]{1,16}$/i.test(id) || key.length !== 32) {
      throw new Error('ENCRYPTION_KEYS must be id:base64 of 32 bytes, several separated by commas, newest first.');
    }
    return { id, key };
  });
}

function localKeys(dataDir: string): string {
  const file = join(dataDir, 'encryption.keys');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // Two processes may start at once: a link appears whole or not at all, and only the first one counts.
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, `local:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
