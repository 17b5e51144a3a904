import { useSyncExternalStore } from 'react';
import type { paths } from '../api/schema';
import { type Deadlines, deadlinesFrom } from '../session-clock/deadlines';
import { api, nameAccount, watchUnauthenticated } from './api-client';
import { ApiError } from './api-error';
import { forgetAllDrafts, forgetOtherDrafts, openDrafts, prepareDrafts } from '../drafts';
import { recallOwed, rememberOwed, type SecondFactorDemand } from './owed-second-factor';
import { inBrowser } from './in-browser';
import { readPageData } from './page-data';
import { isPending, logOutOf, recheckLogouts, whenLoggedOut } from './pending-logout';
import { takeSessionCode } from './session-code';
import { createSignal } from './signal';
import { toast } from './toast';

export type Me = paths['/api/auth/me']['get']['responses'][200]['content']['application/json'];

/** Who is signed in. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  picture: string | null;
  user_type: 'therapist' | 'client';
}

/** How the last session of this page, or of the browser before it, ended: by the person, or because it ran out. */
export interface SessionEnd {
  cause: 'logout' | 'expired';
  userType: SessionUser['user_type'];
  /** Epoch milliseconds; null where it ended while no page looked. */
  at: number | null;
}

export interface SessionState {
  status: 'loading' | 'ready';
  user: SessionUser | null;
  /** A sign-in's code is being exchanged for a session. */
  processing: boolean;
  /** Nobody is signed in yet, but somebody is on the way in. */
  secondFactor: SecondFactorDemand | null;
  deadlines: Deadlines | null;
  ended: SessionEnd | null;
}

type TabMessage = { type: 'signed-in' } | { type: 'extended' } | { type: 'ended'; cause: SessionEnd['cause'] };

const NOBODY = { status: 'ready', user: null, processing: false, secondFactor: null, deadlines: null } as const;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000];
const BACKGROUND = { 'X-Background': '1' };

/** What is known before anybody was asked: all that the server knows that draws a page. */
const UNASKED: SessionState = { ...NOBODY, status: 'loading', ended: null };
const state = createSignal<SessionState>(UNASKED);
const tabs = inBrowser && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel('attune-session') : undefined;

let before: SessionUser | null = null;
const watchers = new Set<() => void>();
state.subscribe(() => {
  const { status, user } = state.get();
  if (status !== 'ready') return;
  // Before anything else is told: what the page still says of whoever was here is not written down any more.
  if (user === null) openDrafts(null);
  if (before && before.id !== user?.id) for (const forget of watchers) forget();
  if (before && !user) forgetAllDrafts();
  else forgetOtherDrafts(user);
  before = user;
});

/** The session as all of the page sees it. */
export const sessionState: Pick<typeof state, 'get' | 'subscribe'> = state;

/** The session, for what draws it; a page that the server drew begins without one. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(state.subscribe, state.get, () => UNASKED);
}

/** Told when whoever was signed in is not any more, here or by another tab: what this page knows of theirs is to be forgotten. @returns ends it */
export function watchSignedOut(forget: () => void): () => void {
  watchers.add(forget);
  return () => void watchers.delete(forget);
}

/** Finds out who is signed in. Called once, before the first view is drawn. */
export async function startSession(): Promise<void> {
  watchUnauthenticated(() => {
    const userAtStart = state.get().user;
    return () => {
      // An old call's answer must not end a session that began after it.
      if (userAtStart !== null && state.get().user?.id === userAtStart.id) endSession('expired');
    };
  });
  // An answer that does not come leaves the page as it was; the next call is refused as well.
  nameAccount({ account: () => state.get().user?.id, onAnother: () => void findOut(true).catch(() => false) });
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => void hearTab(data));
  const code = takeSessionCode();
  if (isPending('user')) await whenLoggedOut('user');
  if (code !== undefined) return exchange(code);
  if (readPageData().signed_in_hint.user) {
    void prepareDrafts();
    return findSession();
  }
  rememberOwed(null);
  state.set({ ...NOBODY, ended: null });
}

/** Asks the server who is signed in. A background question does not count as the person being there. */
export async function refreshSession(background = false): Promise<void> {
  if (await findOut(background)) tell({ type: 'signed-in' });
}

/** Takes over what the server says. True when someone is there who was not before. */
async function findOut(background: boolean): Promise<boolean> {
  const before = state.get().user;
  const answered = await askWhoIsThere(background);
  if (answered === null) {
    const secondFactor = recallOwed();
    if (before !== null) endSession('expired');
    else state.set({ ...NOBODY, secondFactor, ended: state.get().ended ?? (secondFactor ? null : endedUnseen()) });
    return false;
  }
  await adopt(answered);
  return before?.id !== answered.me.id;
}

/** Completes a sign-in with a code of the second factor, or a recovery code. Throws ApiError; `errors` names `code` when it is wrong. */
export async function giveSecondFactor(code: string): Promise<void> {
  const { data, error, response } = await api.POST('/api/auth/second-factor/verify', { body: { code } });
  if (!data) throw ApiError.fromAnswer(response, error);
  await adopt({ me: data, response });
  tell({ type: 'signed-in' });
}

/** The person is still there: the idle limit starts anew, in all tabs. */
export async function extendSession(): Promise<void> {
  const { data, error, response } = await api.POST('/api/auth/extend');
  if (response.status === 401) return endSession('expired');
  if (!data) throw ApiError.fromAnswer(response, error);
  await adopt({ me: data, response });
  tell({ type: 'extended' });
}

/** Signs out. The person is gone from every tab at once; resolves when the server has ended the session, which may take a network. */
export function logOut(): Promise<void> {
  const ended = logOutOf('user');
  endSession('logout');
  return ended;
}

/** Forgets the person, here and in the other tabs. */
export function endSession(cause: SessionEnd['cause']): void {
  forget(cause);
  tell({ type: 'ended', cause });
}

/** Leaves for the sign-in of therapists, to come back at `redirect`. */
export function startTherapistSignIn(redirect = '/dashboard'): void {
  window.location.assign(`/api/auth/google?redirect=${encodeURIComponent(redirect)}`);
}

async function exchange(code: string): Promise<void> {
  state.set({ ...state.get(), status: 'loading', processing: true });
  try {
    const { data, error, response } = await api.POST('/api/auth/session', { body: { session_id: code } });
    if (!data) throw ApiError.fromAnswer(response, error);
    if ('status' in data) {
      rememberOwed(data.status);
      return state.set({ ...NOBODY, secondFactor: data.status, ended: null });
    }
    await adopt({ me: data, response });
    tell({ type: 'signed-in' });
  } catch (error) {
    console.error('The sign-in could not be completed', error);
    // A deactivated account is told so; any other refusal stays silent.
    if (error instanceof ApiError && error.status === 403) toast.error(error.detail);
    if (!readPageData().signed_in_hint.user) return state.set({ ...NOBODY, ended: null });
    // A refused code says nothing about the session that this browser may have.
    state.set({ ...state.get(), processing: false });
    await findSession();
  }
}

/** A server that cannot answer right now is no reason to send a signed-in person away: asks until it does. */
async function findSession(): Promise<void> {
  for (let attempt = 0; state.get().status === 'loading'; attempt += 1) {
    try {
      return await refreshSession();
    } catch {
      const pause = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The page begins with a session's cookie and there is none to it: the last one ended while no page looked. */
function endedUnseen(): SessionEnd | null {
  if (state.get().status !== 'loading') return null;
  const userType = window.location.pathname.startsWith('/client/') ? 'client' : 'therapist';
  return { cause: 'expired', userType, at: null };
}

interface Answered {
  me: Me;
  response: Response;
}

async function askWhoIsThere(background: boolean): Promise<Answered | null> {
  const headers = background ? BACKGROUND : undefined;
  const { data, error, response } = await api.GET('/api/auth/me', { headers });
  if (response.status === 401) return null;
  if (!data) throw ApiError.fromAnswer(response, error);
  return { me: data, response };
}

async function adopt({ me, response }: Answered): Promise<void> {
  await prepareDrafts();
  // An answer that was on its way when the person left, here or in another tab.
  recheckLogouts();
  if (isPending('user')) return forget('logout');
  const { id, email, name, picture, user_type } = me;
  const before = state.get().user;
  const unchanged = before?.id === id && before.email === email && before.name === name && before.picture === picture;
  rememberOwed(null);
  openDrafts(id, me.draft_key);
  state.set({
    status: 'ready',
    // The same person stays the same object, so that a poll redraws nothing.
    user: unchanged ? before : { id, email, name, picture, user_type },
    processing: false,
    secondFactor: null,
    deadlines: deadlinesFrom(me, response),
    ended: null,
  });
}

function forget(cause: SessionEnd['cause']): void {
  const { user, ended } = state.get();
  rememberOwed(null);
  state.set({ ...NOBODY, ended: user ? { cause, userType: user.user_type, at: Date.now() } : ended });
}

async function hearTab(message: TabMessage): Promise<void> {
  if (message.type === 'ended') {
    // A sign-in takes the place of the browser's session: that one's end, told by a tab that notices, is not this one's.
    const onTheWayIn = state.get().secondFactor !== null && message.cause === 'expired';
    return onTheWayIn ? undefined : forget(message.cause);
  }
  // An answer that does not come leaves this tab as it was; its own timer asks again.
  await findOut(true).catch(() => false);
}

function tell(message: TabMessage): void {
  tabs?.postMessage(message);
}
