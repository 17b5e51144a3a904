import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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
