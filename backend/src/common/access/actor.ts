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
}

export const SYSTEM_ACTOR: Actor = { type: 'system', id: null, sessionId: null, address: null };
