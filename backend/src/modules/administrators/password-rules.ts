import { DEVELOPMENT_ADMIN } from '../../config/environment';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,59}$/;

/** @throws DomainError invalid or rule, with the field `new_password` */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX || password.trim() === '') throw refusal('invalid', messages.passwordLength);
  if (password === DEVELOPMENT_ADMIN.password) throw refusal('rule', messages.passwordKnown);
}

/** @returns the name as it is kept. @throws DomainError invalid */
export function checkUsername(typed: string): string {
  const username = typed.trim().toLowerCase();
  if (!USERNAME.test(username)) throw new DomainError('invalid', messages.usernameForm);
  return username;
}

function refusal(code: 'invalid' | 'rule', message: string): DomainError {
  return new DomainError(code, message, { errors: [{ field: 'new_password', message }] });
}
