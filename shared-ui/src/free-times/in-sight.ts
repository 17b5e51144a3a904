import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a section of the page, or of a window, to the top of what is in sight, once it is drawn as it will be. */
export function bringIntoSight(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }));
}

/** Why a choice of a time failed, right above the times that are left: it comes into sight with them and has the focus, for what was chosen may be gone. */
export function useFailureInSight(failure: unknown): RefObject<HTMLDivElement | null> {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure === null) return;
    shown.current?.scrollIntoView({ block: 'nearest' });
    shown.current?.focus({ preventScroll: true });
  }, [failure]);
  return shown;
}
