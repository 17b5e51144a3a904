import type { Request } from 'express';
import { DomainError } from '../errors/domain-error';

/** Who acts, and from where; goes into the activity log. `address` is the client's IP and is only ever stored as a keyed digest. */
export interface Actor {
  type: 'visitor' | 'client' | 'therapist' | 'admin' | 'system';
  id: string | null;
  sessionId: string | null;
  address: string | null;
}

export type Role = 'client' | 'therapist' | 'admin';

/** The person behind a session. */
export interface CurrentUserData {
  id: string;
  userType: Role;
  sessionId: string;
  /** False for a client who registered and has not yet shown that the address is theirs. Therapists and administrators always are. */
  verified: boolean;
  /** When the person last proved by a code, or by a trusted browser's sign-in, who they are. */
  provedAt: Date | null;
  /** True on the few routes that complete a sign-in, while it waits for its second factor. */
  pendingSecondFactor?: boolean;
  /** The session that waits may set a second factor up: there was none when it began. */
  setsUpSecondFactor?: boolean;
}

export const SYSTEM_ACTOR: Actor = { type: 'system', id: null, sessionId: null, address: null };

/** Port: finds the live session of a request. The auth module fills it, so that this folder knows no domain. */
export abstract class SessionReader {
  /**
   * @param roles the roles the route allows; says which of the two session cookies counts
   * @returns the signed-in person, or undefined when nobody is
   */
  abstract read(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined>;

  /** @returns who signed in with the first factor and still owes the second one, or undefined when nobody does */
  abstract readPending(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined>;

  /** For an answer that takes long. @throws DomainError unauthenticated when the session that asked has ended since, or its account was closed */
  abstract assertStands(actor: Pick<Actor, 'sessionId'>): Promise<void>;
}

const FRESH_MS = 15 * 60_000;
/** A client proves by a code, a therapist by signing in. */
const ASKED = { client: 'Please confirm with a fresh code that it is you.', therapist: 'Please sign in again first: this is done within 15 minutes of signing in.' };

/** Whether the person proved within the last 15 minutes who they are. */
export function hasFreshProof(user: CurrentUserData, now: Date): boolean {
  return user.provedAt !== null && now.getTime() - user.provedAt.getTime() <= FRESH_MS;
}

/** @throws DomainError forbidden, with the field `proof`, when the last proof is older than 15 minutes */
export function assertFreshProof(user: CurrentUserData, now: Date): void {
  const message = user.userType === 'client' ? ASKED.client : ASKED.therapist;
  if (!hasFreshProof(user, now)) throw new DomainError('forbidden', message, { errors: [{ field: 'proof', message }] });
}
