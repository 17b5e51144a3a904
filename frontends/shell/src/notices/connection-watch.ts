import { connection } from '@attune/shared-ui/runtime/host';

const PROBE_MS = 5_000;
const PROBE = '/api/health/ready';

export type Outage = 'offline' | 'server-down';

/**
 * Follows an outage from the first call that failed until the server answers again. One failed call is not yet an outage:
 * it is told only when a question of our own fails too. Returns how to stop.
 */
export function watchConnection(tell: (outage: Outage | null) => void, probe = askServer, everyMs = PROBE_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probing = false;

  async function look(): Promise<void> {
    if (probing) return;
    probing = true;
    clearTimeout(timer);
    const reached = navigator.onLine && (await probe());
    probing = false;
    tell(reached ? null : navigator.onLine ? 'server-down' : 'offline');
    if (reached) connection.set('ok');
    else timer = setTimeout(() => void look(), everyMs);
  }

  const onTrouble = () => {
    if (connection.get() !== 'ok') void look();
  };
  const onLineChange = () => void look();
  const unsubscribe = connection.subscribe(onTrouble);
  window.addEventListener('offline', onLineChange);
  window.addEventListener('online', onLineChange);
  if (!navigator.onLine || connection.get() !== 'ok') void look();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('offline', onLineChange);
    window.removeEventListener('online', onLineChange);
  };
}

async function askServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await fetch(PROBE, { cache: 'no-store', headers: { 'X-Background': '1' }, signal });
    return response.ok;
  } catch {
    return false;
  }
}
