import { api, ApiError, toast } from '../runtime';
import { createSignal, forgetLogout, isPending, pendingAtLoad, pendingLogouts, recheckLogouts, type SessionKind } from '../runtime/host';

const KINDS: SessionKind[] = ['user', 'admin'];
const ROUTES = { user: '/api/auth/logout', admin: '/api/admin/logout' } as const;
const ANSWERS_WITHIN_MS = 10_000;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
const LOGGED_OUT = 'Logged out successfully';

/** How the page's tries to end the sessions go; `failedAt` in milliseconds since 1970, null before the first failure. */
export interface LogoutProgress {
  trying: boolean;
  failedAt: number | null;
}

const NOT_TRIED: LogoutProgress = { trying: true, failedAt: null };

export const logoutProgress = {
  user: createSignal(NOT_TRIED),
  admin: createSignal(NOT_TRIED),
};

const working = new Set<SessionKind>();
const waiting = new Set<() => void>();
let resumed = pendingAtLoad;
let started = false;

/** From now on every pending logout of this browser is tried until the server has ended the session. */
export function finishLogouts(): void {
  if (started) return;
  started = true;
  pendingLogouts.subscribe(work);
  // A page that was frozen, or kept for the way back, has missed what other tabs said.
  const wake = () => {
    recheckLogouts();
    tryLogoutsNow();
  };
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', () => document.hidden || wake());
  work();
}

/** Does not wait for the next try's time. */
export function tryLogoutsNow(): void {
  for (const go of [...waiting]) go();
}

function work(): void {
  for (const kind of KINDS) if (isPending(kind) && !working.has(kind)) void finish(kind);
}

async function finish(kind: SessionKind): Promise<void> {
  working.add(kind);
  const progress = logoutProgress[kind];
  progress.set(NOT_TRIED);
  for (let failures = 0; isPending(kind); failures += 1) {
    if (failures > 0) progress.set({ ...progress.get(), trying: true });
    if (await oneTabAtATime(kind, () => isOver(kind))) break;
    progress.set({ trying: false, failedAt: Date.now() });
    await nextTry(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
  }
  working.delete(kind);
  // Who pressed the button says so itself; nobody waits here for what an earlier page began.
  if (resumed.includes(kind)) toast.success(LOGGED_OUT);
  resumed = resumed.replaceAll(kind, '');
}

/** Two tabs' tries must not cross: the later one could meet the session of a sign-in that followed the first. */
async function oneTabAtATime(kind: SessionKind, attempt: () => Promise<boolean>): Promise<boolean> {
  // Only secure origins have locks.
  return 'locks' in navigator ? await navigator.locks.request(`attune-logout-${kind}`, attempt) : attempt();
}

async function isOver(kind: SessionKind): Promise<boolean> {
  recheckLogouts();
  if (!isPending(kind)) return true;
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    let answer = await askToEnd(kind, signal);
    if (answer.response.status === 403) {
      // The browser's token is missing or out of date: this call gives it a new one.
      await api.GET('/api/auth/me', { headers: { 'X-Background': '1' }, signal });
      answer = await askToEnd(kind, signal);
    }
    // Something else in between may answer 200 or 401 as well; only the server says it in these words, and numbers its refusals.
    const ended = answer.data?.status === 'signed_out' || (answer.response.status === 401 && isOurs(answer));
    if (ended) forgetLogout(kind);
    return ended;
  } catch {
    return false;
  }
}

const askToEnd = (kind: SessionKind, signal: AbortSignal) => api.POST(ROUTES[kind], { signal });

const isOurs = ({ response, error }: { response: Response; error?: unknown }): boolean => ApiError.fromAnswer(response, error).requestId !== undefined;

function nextTry(inMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, inMs);
    waiting.add(go);
  });
}
