import { useEffect, useLayoutEffect, useState } from 'react';
import type { Deadlines } from './deadlines';

/** How long before its end a session is warned of it, in milliseconds. */
export const WARN_BEFORE_MS = 2 * 60 * 1000;
const POLL_MS = 60_000;
const TICK_MS = 1_000;
/** How long a page stays covered for an answer that does not come. */
const PATIENCE_MS = 10_000;
/** What happens when a machine or a tab wakes up, or somebody comes back to it. */
const WAKING = ['focus', 'pageshow', 'resume', 'visibilitychange', 'pointermove', 'pointerdown', 'keydown'] as const;

export interface IdlePhase {
  phase: 'quiet' | 'warning' | 'over';
  /** Which limit comes first; only the idle one can be moved. */
  limit: keyof Deadlines;
  /** Milliseconds until the session ends, never negative. */
  left: number;
}

/** Where a session stands between its last sign of life and its end. `now` in milliseconds, as the deadlines are. */
export function idlePhase({ idle, absolute }: Deadlines, now: number): IdlePhase {
  const limit = absolute <= idle ? 'absolute' : 'idle';
  const left = Math.max(0, Math.min(idle, absolute) - now);
  return { phase: left === 0 ? 'over' : left <= WARN_BEFORE_MS ? 'warning' : 'quiet', limit, left };
}

export interface IdleQuestions {
  /**
   * Asks the server, without counting as somebody being there, and brings the deadlines up to date or leads away. False when
   * no answer came: then the deadlines that are known stand. The same function at every drawing.
   */
  ask: () => Promise<boolean>;
  /** The session is over and the server did not say otherwise. The same function at every drawing. */
  onOver: () => void;
}

/**
 * Where a session stands, second by second near its end; asks now and then, for calls of this and other tabs move its end. Past its end
 * nothing of the page is seen until the server has said whether it is.
 */
export function useIdlePhase(deadlines: Deadlines, { ask, onOver }: IdleQuestions): IdlePhase {
  const [now, setNow] = useState(Date.now);
  const standing = idlePhase(deadlines, now);
  const { phase, left } = standing;

  useEffect(() => {
    if (phase === 'over') return undefined;
    const pause = phase === 'quiet' ? Math.min(POLL_MS, left - WARN_BEFORE_MS) : Math.min(TICK_MS, left);
    const timer = window.setTimeout(() => setNow(Date.now()), pause);
    return () => window.clearTimeout(timer);
  }, [phase, left]);

  // The timers of a machine that slept, or of a frozen tab, were asleep too: only the wall clock went on.
  useEffect(() => {
    const check = () => {
      const at = Date.now();
      if (idlePhase(deadlines, at).phase !== phase) setNow(at);
    };
    const timer = window.setInterval(check, TICK_MS);
    for (const event of WAKING) window.addEventListener(event, check, true);
    return () => {
      window.clearInterval(timer);
      for (const event of WAKING) window.removeEventListener(event, check, true);
    };
  }, [deadlines, phase]);

  useLayoutEffect(() => {
    if (phase !== 'over') return undefined;
    const { style } = document.documentElement;
    style.visibility = 'hidden';
    return () => void style.removeProperty('visibility');
  }, [phase]);

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
  }, [ask]);

  // Entering a phase is checked with the server: another tab, or its clock, may know better. Once over, until it agrees.
  const asked = phase === 'over' ? now : 0;
  useEffect(() => {
    if (phase === 'quiet') return undefined;
    const isOver = phase === 'over';
    let current = true;
    let timer = isOver ? window.setTimeout(onOver, PATIENCE_MS) : undefined;
    void ask().then((answered) => {
      if (!current) return;
      window.clearTimeout(timer);
      if (isOver && !answered) onOver();
      timer = window.setTimeout(() => setNow(Date.now()), isOver ? TICK_MS : 0);
    });
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [phase, asked, ask, onOver]);

  return standing;
}
