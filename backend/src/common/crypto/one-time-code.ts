import { randomInt } from 'node:crypto';
import { newToken } from './tokens';

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
