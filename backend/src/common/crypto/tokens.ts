import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A random 256-bit secret in URL-safe text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: its SHA-256. Secrets are 256 random bits, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function equalInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/;

/** A random 6-digit code for a mail. So short a secret is stored as a keyed digest only. */
export function newOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A random secret for a link in a mail that shows a code: nothing in it can be taken for the code. */
export function newMailToken(): string {
  let token = newToken();
  while (SIX_DIGITS.test(token)) token = newToken();
  return token;
}
