import { useEffect, useState, useSyncExternalStore } from 'react';
import { endSession, refreshSession, sessionState } from '@attune/shared-ui/runtime/host';
import { idlePhase, WARN_BEFORE_MS, type Deadlines } from './idle-phase';
import { IdleWarning } from './IdleWarning';

const POLL_MS = 60_000;
const TICK_MS = 1_000;

/**
 * Watches a signed-in person's session: asks now and then how long it lasts (calls of this and other tabs move its end),
 * warns two minutes before it, and clears the page when it is over.
 */
export default function IdleWatch() {
  const { deadlines } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  return deadlines ? <Watch deadlines={deadlines} /> : null;
}

function Watch({ deadlines }: { deadlines: Deadlines }) {
  const [now, setNow] = useState(Date.now);
  const { phase, limit, left } = idlePhase(deadlines, now);

  useEffect(() => {
    const pause = phase === 'quiet' ? Math.min(POLL_MS, left - WARN_BEFORE_MS) : Math.min(TICK_MS, left || TICK_MS);
    const timer = window.setTimeout(() => setNow(Date.now()), pause);
    return () => window.clearTimeout(timer);
  }, [phase, left]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void ask().finally(() => setNow(Date.now()));
    };
    const timer = window.setInterval(look, POLL_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  // Entering a phase is checked with the server: another tab, or its clock, may know better. Once over, until it agrees.
  const asked = phase === 'over' ? now : 0;
  useEffect(() => {
    if (phase === 'quiet') return;
    let current = true;
    void ask().then((answered) => {
      if (!current) return;
      if (phase === 'over' && !answered) endSession('expired');
      setNow(Date.now());
    });
    return () => {
      current = false;
    };
  }, [phase, asked]);

  return phase === 'quiet' ? null : <IdleWarning left={left} limit={limit} />;
}

/** Asks in the background. False when no answer came: then the deadline that is known stands. */
async function ask(): Promise<boolean> {
  try {
    await refreshSession(true);
    return true;
  } catch {
    return false;
  }
}
