import { createSignal } from './signal';

/** A browser has up to two sessions: a therapist's or client's, and an administrator's beside it. */
export type SessionKind = 'user' | 'admin';

const KEY = 'attune-logout-';
/** What storage would not keep is remembered for as long as the page is open. */
let unkept = '';

/**
 * The kinds of session that somebody has left and the server has not ended yet, as words in a text. They outlive the tab and say nothing
 * about who it was: until they are gone nothing of such a session is asked for or shown.
 */
export const pendingLogouts = createSignal(remembered());

/** What an earlier page left unfinished. */
export const pendingAtLoad = pendingLogouts.get();

export const isPending = (kind: SessionKind) => pendingLogouts.get().includes(kind);

/** What another tab has begun or finished counts here too. */
export const recheckLogouts = () => pendingLogouts.set(remembered());

window.addEventListener('storage', recheckLogouts);

/** Leaves a session: from now on nothing of it shows in this browser. Resolves once the server has ended it. */
export function logOutOf(kind: SessionKind): Promise<void> {
  try {
    localStorage.setItem(KEY + kind, '1');
  } catch {
    unkept += kind;
  }
  recheckLogouts();
  return whenLoggedOut(kind);
}

/** Resolves once no logout of this kind is pending. */
export function whenLoggedOut(kind: SessionKind): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isPending(kind)) return;
      stop();
      resolve();
    };
    const stop = pendingLogouts.subscribe(look);
    look();
  });
}

/** The server has ended the session. */
export function forgetLogout(kind: SessionKind): void {
  unkept = unkept.replaceAll(kind, '');
  try {
    localStorage.removeItem(KEY + kind);
  } catch {
    // It was not kept there either.
  }
  recheckLogouts();
}

/** Whether the next page of this browser will know of it too. */
export const isKept = (kind: SessionKind) => !unkept.includes(kind);

function remembered(): string {
  try {
    return unkept + ['user', 'admin'].filter((kind) => localStorage.getItem(KEY + kind)).join();
  } catch {
    return unkept;
  }
}
