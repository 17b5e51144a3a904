import { xchacha20poly1305 } from '@noble/ciphers/chacha';

const NONCE_BYTES = 24;

/** Whose text it is; `key` has 32 bytes. */
interface Owner {
  account: string;
  key: Uint8Array;
}

/** Text that its owner's key alone opens (XChaCha20-Poly1305): the nonce (24 bytes) and what was sealed, in base64. */
export function seal(text: string, owner: Owner): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const body = cipherOf(owner, nonce).encrypt(new TextEncoder().encode(text));
  let letters = '';
  for (const bytes of [nonce, body]) for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** What `seal` gave. Throws where it is another owner's, or none. */
export function unseal(text: string, owner: Owner): string {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(cipherOf(owner, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES)));
}

function cipherOf({ account, key }: Owner, nonce: Uint8Array) {
  return xchacha20poly1305(key, nonce, new TextEncoder().encode(account));
}
