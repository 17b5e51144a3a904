import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the reader's own clock, language and window are known. They are not on the server, nor while a page that the server drew is
 * taken over, which must begin with the same words; a moment later, before anything is painted, they are.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
