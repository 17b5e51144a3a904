import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EncryptionKeys } from './encryption-keys';

/** Where a value lives. It is authenticated with the value, so a ciphertext moved elsewhere does not open. */
export interface ColumnPlace {
  table: string;
  column: string;
  rowId: string;
}

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM for text columns. Layout: version (1), key id length (1), key id, iv (12), tag (16), ciphertext.
 * @throws Error when a value was changed, moved to another row, or its key is missing.
 */
@Injectable()
export class ColumnCipher {
  constructor(private readonly keys: EncryptionKeys) {}

  encrypt(text: string, place: ColumnPlace, { id, key } = this.keys.current): Buffer {
    const iv = randomBytes(IV_BYTES);
    const header = headerOf(id);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(header, place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
  }

  decrypt(value: Buffer, place: ColumnPlace): string {
    const idLength = value[1] ?? 0;
    const header = value.subarray(0, 2 + idLength);
    if (value[0] !== VERSION || value.length < header.length + IV_BYTES + TAG_BYTES) throw new Error('An encrypted value has an unknown form.');
    const keyId = header.subarray(2).toString();
    const key = this.keys.find(keyId);
    if (!key) throw new Error(`The encryption key ${keyId} is missing.`);
    const iv = value.subarray(header.length, header.length + IV_BYTES);
    const tagEnd = header.length + IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      .setAAD(associatedData(header, place))
      .setAuthTag(value.subarray(header.length + IV_BYTES, tagEnd));
    return Buffer.concat([decipher.update(value.subarray(tagEnd)), decipher.final()]).toString('utf8');
  }
}

/** What a value that is encrypted under this key begins with. */
export function headerOf(keyId: string): Buffer {
  return Buffer.concat([Buffer.from([VERSION, keyId.length]), Buffer.from(keyId)]);
}

function associatedData(header: Buffer, { table, column, rowId }: ColumnPlace): Buffer {
  return Buffer.concat([header, Buffer.from(`${table}:${column}:${rowId}`)]);
}
