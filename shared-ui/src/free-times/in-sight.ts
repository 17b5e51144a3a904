import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a section of the page, or of a window, to the top of what is in sight, once it is drawn as it will be. */
export function bringIntoSight(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }));
}

/**
 * Why a choice of a time failed, above the times that are left: both come into sight together and the focus goes there, for what was
 * chosen may be gone.
 * @param sectionId the section of the times, which the failure is drawn at the top of
 */
export function useFailureInSight(failure: unknown, sectionId: string): RefObject<HTMLDivElement | null> {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure === null) return;
    document.getElementById(sectionId)?.scrollIntoView({ block: 'start' });
    shown.current?.focus({ preventScroll: true });
  }, [failure, sectionId]);
  return shown;
}
