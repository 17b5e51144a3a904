import { inBrowser } from './in-browser';

/** Hears of the browser's Back and Forward before the router does, and may keep it from hearing of them (`stopImmediatePropagation`). */
type BackWatch = (event: PopStateEvent) => void;

const watches = new Set<BackWatch>();

// Chromium calls what listens at the window in the order in which it came, capturing or not: this is here before any router.
if (inBrowser) window.addEventListener('popstate', (event) => [...watches].forEach((watch) => watch(event)), { capture: true });

/** @returns what ends the watch */
export function watchBack(watch: BackWatch): () => void {
  watches.add(watch);
  return () => void watches.delete(watch);
}
