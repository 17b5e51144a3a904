import { logOut, refreshSession, startTherapistSignIn, type SessionUser, useSessionState } from './session-store';

/** The session for pages. */
export interface Session {
  status: 'loading' | 'ready';
  user: SessionUser | null;
  /** Signs out: the person is gone from every tab at once. Resolves when the server has ended the session, which may take a network. */
  logout(): Promise<void>;
  /** Asks the server again who is signed in, after a sign-in that the page made itself. */
  refresh(): Promise<void>;
  /** Leaves for the sign-in of therapists, to come back at `redirect` (the dashboard without one). */
  startTherapistSignIn(redirect?: string): void;
}

const refresh = () => refreshSession();

export function useSession(): Session {
  const { status, user } = useSessionState();
  return { status, user, logout: logOut, refresh, startTherapistSignIn };
}
