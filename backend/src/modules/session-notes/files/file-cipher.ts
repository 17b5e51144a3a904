import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SessionNoteFile } from './file.entity';

/** Whose bytes they are: authenticated with them, so that no other file of the same note and no other note can have them. */
export type SealedFile = Pick<SessionNoteFile, 'id' | 'note_id' | 'therapist_id' | 'media_type'>;

const VERSION = Buffer.from([1]);
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = VERSION.length + IV_BYTES + TAG_BYTES;

export function newFileKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** AES-256-GCM over the whole of a file, so that nothing can be cut off, changed or swapped. Layout: version (1), iv (12), tag (16), ciphertext. */
export function sealFile(bytes: Buffer, key: Buffer, file: SealedFile): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(whose(file));
  const body = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([VERSION, iv, cipher.getAuthTag(), ...body]);
}

/** @returns undefined for what was changed, or is another file's */
export function openFile(sealed: Buffer, key: Buffer, file: SealedFile): Buffer | undefined {
  if (sealed.length < HEAD_BYTES || !sealed.subarray(0, VERSION.length).equals(VERSION)) return undefined;
  const iv = sealed.subarray(VERSION.length, VERSION.length + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(whose(file))
    .setAuthTag(sealed.subarray(VERSION.length + IV_BYTES, HEAD_BYTES));
  const bytes = decipher.update(sealed.subarray(HEAD_BYTES));
  try {
    decipher.final();
    return bytes;
  } catch {
    return undefined;
  }
}

function whose({ id, note_id, therapist_id, media_type }: SealedFile): Buffer {
  return Buffer.concat([VERSION, Buffer.from(JSON.stringify(['session_note_files', therapist_id, note_id, id, media_type]))]);
}
