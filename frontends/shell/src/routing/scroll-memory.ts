const STORAGE_KEY = 'attune-scroll';
const RESTORE_FOR_MS = 1_500;
const ENTRIES_KEPT = 50;

type Positions = Record<string, number>;

function read(): Positions {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

/** The name of a history entry. Each load begins with an entry that the router gives the same key. */
export function scrollEntry({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

/** Remembers how far a history entry was scrolled. */
export function rememberScroll(entry: string): void {
  try {
    const others = Object.entries(read()).filter(([name]) => name !== entry);
    const kept = Object.fromEntries(others.slice(1 - ENTRIES_KEPT));
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...kept, [entry]: Math.round(window.scrollY) }));
  } catch {
    // Storage may be closed to us; then going back starts at the top.
  }
}

/** Whether the page was loaded anew, or by Back and Forward: who follows a link or types an address begins at the top. */
export function isReturn(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' || load?.type === 'back_forward';
}

/**
 * Scrolls a history entry to where it was. Its content may still be growing, so this follows for a moment, unless the
 * person scrolls first. Returns how to stop.
 */
export function restoreScroll(entry: string): () => void {
  const target = read()[entry] ?? 0;
  const until = performance.now() + RESTORE_FOR_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown']) window.removeEventListener(sign, stop);
  };
  const follow = () => {
    window.scrollTo(0, target);
    if (Math.abs(window.scrollY - target) > 1 && performance.now() < until) frame = requestAnimationFrame(follow);
    else stop();
  };
  for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown']) window.addEventListener(sign, stop, { passive: true });
  follow();
  return stop;
}
