import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { In } from 'typeorm';
import { Database, Queryable, sqlState, statement } from '../database/database';
import { WrappedSecret } from '../database/kit.entity';
import { ColumnCipher, ColumnPlace } from './column-cipher';
import { EncryptionKey, EncryptionKeys, KeyProblem } from './encryption-keys';

const LIST = statement<WrappedSecret>('installation-secret', 'select key_id, wrapped from installation_secret order by key_id');
const LOCK = statement('installation-secret-lock', `select pg_advisory_xact_lock(hashtext('attune:installation-secret'))`);

/** What is worth nothing under another secret. Before there was a first one, an installation in use had log and checkpoints already. */
const HANGS = statement<{ hangs: boolean }>(
  'installation-secret-hangs',
  `select exists (select from sessions) or exists (select from administrators where mark is not null) or exists (select from users where mark is not null)
     or not $1 and (exists (select from activity_log) or exists (select from activity_checkpoints)) as hangs`,
);

const GONE = 'The installation secret is gone from the database: restore the table installation_secret from a backup.';

/** Instead of a key's id, until the first process has started: the migration knows whether people worked here before there was a secret. */
const FROM_OLDEST_KEY = 'the oldest key';

/**
 * The 32 bytes that every derived key follows from. Wrapped by each encryption key that anything may be encrypted under, a row each: so a
 * start finds out whether one of those is missing, and a rotation ends with one row.
 */
@Injectable()
export class InstallationSecret {
  constructor(
    private readonly database: Database,
    private readonly keys: EncryptionKeys,
    private readonly cipher: ColumnCipher,
  ) {}

  /**
   * Reads it; the first process of an installation makes it. The current key is in use from now on.
   * @throws KeyProblem when a key is missing or not the one it was, or the secret is gone and something hangs on it
   */
  async open(): Promise<Buffer> {
    const rows = await this.list(this.database);
    if (rows.some(({ key_id }) => key_id === this.keys.current.id)) return unwrapSecret(rows, this.keys, this.cipher);
    return this.database.transaction(async (tx) => {
      await tx.query(LOCK);
      return this.adopt(await this.list(tx), tx);
    });
  }

  /** The ids of the keys that anything may be encrypted under. */
  async listKeys(): Promise<string[]> {
    return (await this.list(this.database)).map(({ key_id }) => key_id);
  }

  /** Nothing is encrypted under these keys any more. */
  async release(keyIds: readonly string[]): Promise<void> {
    await this.database.manager.delete(WrappedSecret, { key_id: In([...keyIds]) });
  }

  private async adopt(rows: WrappedSecret[], tx: Queryable): Promise<Buffer> {
    const unmade = rows.find(({ wrapped }) => wrapped === null);
    const [found] = unmade ? await tx.query(HANGS, [unmade.key_id === FROM_OLDEST_KEY]) : [];
    if (found?.hangs) throw new KeyProblem(GONE);
    if (unmade) await tx.manager.delete(WrappedSecret, { key_id: unmade.key_id });
    const isOlder = unmade?.key_id === FROM_OLDEST_KEY;
    // Whatever was derived before there was a secret was derived from the oldest key.
    const secret = unmade ? (isOlder ? (this.keys.all.at(-1)?.key as Buffer) : randomBytes(32)) : unwrapSecret(rows, this.keys, this.cipher);
    const wrapping = isOlder ? this.keys.all : [this.keys.current];
    const missing = wrapping.filter(({ id }) => !rows.some(({ key_id }) => key_id === id));
    if (missing.length > 0) await tx.manager.insert(WrappedSecret, missing.map((key) => ({ key_id: key.id, wrapped: this.wrap(secret, key) })));
    return secret;
  }

  private async list(on: Queryable): Promise<WrappedSecret[]> {
    const rows = await on.query(LIST).catch((error: unknown) => {
      throw sqlState(error) === '42P01' ? new KeyProblem('This database is not migrated to this version yet: run the migrations first.') : error;
    });
    if (rows.length === 0) throw new KeyProblem(GONE);
    return rows;
  }

  private wrap(secret: Buffer, key: EncryptionKey): Buffer {
    return this.cipher.encrypt(secret.toString('base64'), place(key.id), key);
  }
}

/**
 * What the rows of the table hold.
 * @throws KeyProblem when a key is missing or not the one it was, naming it
 */
export function unwrapSecret(rows: readonly WrappedSecret[], keys: EncryptionKeys, cipher: ColumnCipher): Buffer {
  const missing = rows.filter(({ key_id }) => !keys.find(key_id)).map(({ key_id }) => key_id);
  if (missing.length > 0) throw new KeyProblem(missingKeys(missing, keys.source));
  const [secret, ...others] = rows.map(({ key_id, wrapped }) => {
    try {
      return Buffer.from(cipher.decrypt(wrapped ?? Buffer.alloc(0), place(key_id)), 'base64');
    } catch {
      throw new KeyProblem(`The encryption key ${key_id} is another one than before. Put the right one back into ${keys.source}.`);
    }
  });
  if (!secret || others.some((other) => !other.equals(secret))) {
    throw new KeyProblem('The rows of installation_secret do not hold one and the same secret: restore the table from a backup.');
  }
  return secret;
}

function missingKeys(ids: readonly string[], source: string): string {
  const [what, them] = ids.length === 1 ? [`key ${ids[0]} is`, 'it'] : [`keys ${ids.join(', ')} are`, 'them'];
  return `The encryption ${what} missing, and something here may be encrypted under ${them}. Put ${them} back into ${source}, after the newest one, until \`npm run keys:rotate\` says that ${them === 'it' ? 'it' : 'they'} may be dropped.`;
}

function place(keyId: string): ColumnPlace {
  return { table: 'installation_secret', column: 'wrapped', rowId: keyId };
}
