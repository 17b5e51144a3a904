import { Injectable, Logger } from '@nestjs/common';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EncryptionKeys } from './encryption-keys';

/** Where a value lives. It is authenticated with the value, so a ciphertext moved elsewhere does not open. */
export interface ColumnPlace {
  table: string;
  column: string;
  rowId: string;
  /** Whose the row is, see `Ownership`: a row that is handed to somebody else does not open either. */
  owner?: string;
}

/** A value that was changed, or lies somewhere else than where it was written, or with somebody else. */
export class ClosedValue extends Error {}

/** Values that belong to nobody in particular, and those of before there were owners. */
const WITHOUT_OWNER = 1;
const WITH_OWNER = 2;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM for text columns. Layout: version (1), key id length (1), key id, iv (12), tag (16), ciphertext.
 * A place with an owner still opens a value that was written without one, and never writes such a value.
 */
@Injectable()
export class ColumnCipher {
  private readonly logger = new Logger('sealed columns');

  constructor(private readonly keys: EncryptionKeys) {}

  encrypt(text: string, place: ColumnPlace, { id, key } = this.keys.current): Buffer {
    const iv = randomBytes(IV_BYTES);
    const header = headerOf(id, place.owner !== undefined);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(header, place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
  }

  /** @throws ClosedValue when it does not belong here; Error when its key is missing */
  decrypt(value: Buffer, place: ColumnPlace): string {
    const header = value.subarray(0, 2 + (value[1] ?? 0));
    const isKnown = value[0] === WITHOUT_OWNER || (value[0] === WITH_OWNER && place.owner !== undefined);
    if (!isKnown || value.length < header.length + IV_BYTES + TAG_BYTES) throw new ClosedValue('An encrypted value has an unknown form.');
    const keyId = header.subarray(2).toString();
    const key = this.keys.find(keyId);
    if (!key) throw new Error(`The encryption key ${keyId} is missing.`);
    const iv = value.subarray(header.length, header.length + IV_BYTES);
    const tagEnd = header.length + IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      .setAAD(associatedData(header, place))
      .setAuthTag(value.subarray(header.length + IV_BYTES, tagEnd));
    const body = decipher.update(value.subarray(tagEnd));
    try {
      // This mode leaves nothing for the end but the check.
      decipher.final();
      return body.toString('utf8');
    } catch {
      throw new ClosedValue('An encrypted value was changed, or moved to another place.');
    }
  }

  /** For lists: one value that does not belong where it lies is logged, and takes nothing else along. @returns undefined for such a one */
  tryDecrypt(value: Buffer, place: ColumnPlace): string | undefined {
    try {
      return this.decrypt(value, place);
    } catch (error) {
      if (!(error instanceof ClosedValue)) throw error;
      this.logger.error(`A value of ${place.table}.${place.column} does not open: row ${place.rowId} was changed or given to somebody else.`);
      return undefined;
    }
  }

  opens(value: Buffer, place: ColumnPlace): boolean {
    try {
      this.decrypt(value, place);
      return true;
    } catch (error) {
      if (error instanceof ClosedValue) return false;
      throw error;
    }
  }

  /** Seals a value for the place it comes to. One that does not open where it was stays as it is. */
  move(value: Buffer, from: ColumnPlace, to: ColumnPlace): Buffer {
    const text = this.tryDecrypt(value, from);
    return text === undefined ? value : this.encrypt(text, to);
  }
}

/** What a value that is encrypted under this key begins with. */
export function headerOf(keyId: string, hasOwner: boolean): Buffer {
  return Buffer.concat([Buffer.from([hasOwner ? WITH_OWNER : WITHOUT_OWNER, keyId.length]), Buffer.from(keyId)]);
}

function associatedData(header: Buffer, { table, column, rowId, owner }: ColumnPlace): Buffer {
  const place = `${table}:${column}:${rowId}`;
  return Buffer.concat([header, Buffer.from(header[0] === WITH_OWNER ? `${place}\0${owner}` : place)]);
}
