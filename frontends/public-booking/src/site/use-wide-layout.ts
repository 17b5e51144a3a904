import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 960px)';

/** Whether there is room for the booking panel beside the text; undefined where the window is not known yet, as on the server. */
export function useWideLayout(): boolean | undefined {
  return useSyncExternalStore(subscribe, isWide, () => undefined);
}

/** The same at this moment. */
export function isWide(): boolean {
  return window.matchMedia(WIDE).matches;
}

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}
