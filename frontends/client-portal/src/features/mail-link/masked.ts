import { looksLikeEmail } from '../../email-rule';

/** An address that its owner knows again, and hardly anybody else: `n…a@example.org`. Empty where it is none. */
export function masked(email: string): string {
  if (!looksLikeEmail(email)) return '';
  const at = email.indexOf('@');
  const letters = [...email.slice(0, at)];
  return `${letters[0]}…${letters.length > 2 ? letters.at(-1) : ''}${email.slice(at)}`;
}
