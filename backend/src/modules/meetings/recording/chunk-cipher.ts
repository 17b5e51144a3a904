import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a chunk is: authenticated with its bytes, so that none can be moved, repeated or played at another speed. */
export interface ChunkPlace {
  session_id: string;
  part: number;
  seq: number;
  startFrame: number;
  rate: number;
}

const VERSION = Buffer.from([1]);
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = VERSION.length + IV_BYTES + TAG_BYTES;

export function newSessionKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** What a device seals the session's sound with while it waits there: it goes with the session's key, and does not tell that one. @returns 32 bytes */
export function deviceKeyOf(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'sound that waits on a device', KEY_BYTES));
}

/** AES-256-GCM. Layout: version (1), iv (12), tag (16), ciphertext. */
export function sealChunk(bytes: Buffer, key: Buffer, place: ChunkPlace): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated(place));
  const body = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([VERSION, iv, cipher.getAuthTag(), ...body]);
}

/** @returns undefined for what was changed, or is another chunk */
export function openChunk(sealed: Buffer, key: Buffer, place: ChunkPlace): Buffer | undefined {
  if (sealed.length < HEAD_BYTES || !sealed.subarray(0, VERSION.length).equals(VERSION)) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(VERSION.length, VERSION.length + IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(associated(place))
    .setAuthTag(sealed.subarray(VERSION.length + IV_BYTES, HEAD_BYTES));
  const bytes = decipher.update(sealed.subarray(HEAD_BYTES));
  try {
    decipher.final();
    return bytes;
  } catch {
    return undefined;
  }
}

function associated({ session_id, part, seq, startFrame, rate }: ChunkPlace): Buffer {
  return Buffer.concat([VERSION, Buffer.from(`${session_id}|${part}|${seq}|${startFrame}|${rate}`)]);
}
