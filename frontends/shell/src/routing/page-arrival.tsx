import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from '@attune/shared-ui/runtime';
import { useNavigationType } from '@attune/shared-ui/runtime/host';
import { announce } from './announcer';
import { focusBeginning } from './arrival';
import { isReturn, rememberScroll, restoreScroll, scrollEntry } from './scroll-memory';
import styles from './page-arrival.module.css';

let firstOfLoad = true;

/**
 * Wraps a page and acts when it is really there: puts the view where it belongs and, after a navigation, moves the focus to
 * the page's beginning and says its name to those who listen. The first page of a load keeps the browser's own focus.
 */
export function PageArrival({ children }: { children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const entry = scrollEntry(location);
  const arrivedBy = useNavigationType();

  // Only the arrival counts: a filter that changes the address of an open page moves neither view nor focus.
  const arrival = useRef({ entry, hash: location.hash, arrivedBy });
  useEffect(() => {
    const { entry: arrivedAt, hash, arrivedBy: how } = arrival.current;
    const anchor = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    let stop: (() => void) | undefined;
    // A page that the server drew may be read, and scrolled, before it arrives.
    if (how === 'POP') stop = firstOfLoad && !isReturn() ? undefined : restoreScroll(arrivedAt);
    else if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
    if (!firstOfLoad && page.current) {
      focusBeginning(page.current);
      announce(document.title);
    }
    if (firstOfLoad) document.dispatchEvent(new Event('attune:there'));
    firstOfLoad = false;
    return stop;
  }, []);

  useEffect(() => {
    let pending = 0;
    const note = () => {
      window.clearTimeout(pending);
      pending = window.setTimeout(() => rememberScroll(entry), 100);
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      window.clearTimeout(pending);
      window.removeEventListener('scroll', note);
    };
  }, [entry]);

  return (
    <div ref={page} className={styles.page} tabIndex={-1}>
      {children}
    </div>
  );
}
