import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 960px)';

/** Whether there is room for the booking panel beside the text. */
export function useWideLayout(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}
