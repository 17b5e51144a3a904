import { DomainError } from '../errors/domain-error';
import { CurrentUserData } from './actor';

const FRESH_MS = 15 * 60_000;
const message = 'Please confirm with a fresh code that it is you.';

/** Whether the person proved within the last 15 minutes who they are. */
export function hasFreshProof(user: CurrentUserData, now: Date): boolean {
  return user.provedAt !== null && now.getTime() - user.provedAt.getTime() <= FRESH_MS;
}

/** @throws DomainError forbidden, with the field `proof`, when the last proof is older than 15 minutes */
export function assertFreshProof(user: CurrentUserData, now: Date): void {
  if (!hasFreshProof(user, now)) throw new DomainError('forbidden', message, { errors: [{ field: 'proof', message }] });
}
