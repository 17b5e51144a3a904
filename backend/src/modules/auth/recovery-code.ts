import { randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for each other: 32 of them, so a code has 40 random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 8;
const FORM = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** @returns a code as it is shown, `abcd-efgh` */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`;
}

/** A typed code without what people add or leave out; undefined when it cannot be one. */
export function bareRecoveryCode(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[\s-]/g, '');
  return FORM.test(bare) ? bare : undefined;
}
