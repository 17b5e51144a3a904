import { readCookie } from './cookies';
import { inBrowser } from './in-browser';
import { createSignal } from './signal';

/** A browser has up to two sessions: a therapist's or client's, and an administrator's beside it. */
export type SessionKind = 'user' | 'admin';

const KEY = 'attune-logout-';
/**
 * It lies in a cookie too: that goes with whatever is asked of the server next, which ends the session before it answers (`left-sessions.ts` of the
 * backend), whoever has emptied the storage meanwhile. Over https no neighbouring site can set one of this name.
 */
const COOKIES = { user: 'logout', admin: 'admin_logout' } as const;
/** Longer than any session lasts. */
const COOKIE_SECONDS = 24 * 3_600;
/** What neither would keep is remembered for as long as the page is open. */
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

if (inBrowser) window.addEventListener('storage', recheckLogouts);

/** Leaves a session: from now on nothing of it shows in this browser. Resolves once the server has ended it. */
export function logOutOf(kind: SessionKind): Promise<void> {
  writeCookie(kind, '1', COOKIE_SECONDS);
  try {
    localStorage.setItem(KEY + kind, '1');
  } catch {
    if (!hasCookie(kind)) unkept += kind;
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
  writeCookie(kind, '', 0);
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
  return unkept + (['user', 'admin'] as const).filter((kind) => hasCookie(kind) || isStored(kind)).join();
}

function isStored(kind: SessionKind): boolean {
  try {
    return localStorage.getItem(KEY + kind) !== null;
  } catch {
    return false;
  }
}

function hasCookie(kind: SessionKind): boolean {
  return readCookie(cookieName(kind)) === '1';
}

function isSecure(): boolean {
  return inBrowser && window.location.protocol === 'https:';
}

function cookieName(kind: SessionKind): string {
  return (isSecure() ? '__Host-' : '') + COOKIES[kind];
}

function writeCookie(kind: SessionKind, value: string, seconds: number): void {
  document.cookie = `${cookieName(kind)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
}
