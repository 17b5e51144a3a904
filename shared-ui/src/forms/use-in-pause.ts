import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;
/** Somebody who types without a pause waits for nothing longer than this. */
const LONGEST_MS = 5_000;
const IDLE_MS = 500;

export interface InPause {
  /** Once somebody pauses. */
  ask: () => void;
  /** At once, if it was asked for. */
  now: () => void;
  cancel: () => void;
}

/**
 * Runs something once somebody pauses and the browser has nothing else to do, so that no keystroke waits for it; in any case
 * before the page goes.
 */
export function useInPause(run: () => void): InPause {
  const latest = useRef(run);
  latest.current = run;
  const [pause] = useState(() => createPause(() => latest.current()));
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && pause.now();
    window.addEventListener('pagehide', pause.now);
    // A telephone ends pages that nobody looks at without another word.
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', pause.now);
      document.removeEventListener('visibilitychange', hidden);
      pause.now();
    };
  }, [pause]);
  return pause;
}

function createPause(run: () => void): InPause {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: number | undefined;
  let giveUp: () => void = () => undefined;
  const cancel = () => {
    clearTimeout(timer);
    giveUp();
    asked = undefined;
  };
  const now = () => {
    if (asked === undefined) return;
    cancel();
    run();
  };
  const ask = () => {
    clearTimeout(timer);
    giveUp();
    asked ??= Date.now();
    timer = setTimeout(() => (giveUp = whenIdle(now)), Math.max(0, Math.min(PAUSE_MS, asked + LONGEST_MS - Date.now())));
  };
  return { ask, now, cancel };
}

/** @returns what gives it up */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    run();
    return () => undefined;
  }
  const id = requestIdleCallback(run, { timeout: IDLE_MS });
  return () => cancelIdleCallback(id);
}
