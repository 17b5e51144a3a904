import { useLayoutEffect, useRef } from 'react';
import { Button } from '../components/button';
import type { CursorPages } from './cursor-pages';
import styles from './pager.module.css';

export interface PagerProps {
  pages: CursorPages;
  /** Cursor of the page after the one that shows. */
  nextCursor: string | undefined;
  /** Another page is on its way. */
  loading: boolean;
  /** "51 to 100 of 5,000"; read out when it changes. */
  count: string;
  /** What the buttons lead through: "Therapists". */
  label: string;
  words?: { previous: string; next: string };
}

const PLAIN = { previous: 'Previous', next: 'Next' };

/** How far one is in a list, and the way to its other pages. Stands within the element that holds the list. */
export function Pager({ pages, nextCursor, loading, count, label, words = PLAIN }: PagerProps) {
  const several = pages.index > 0 || nextCursor !== undefined;
  const pager = usePageTurn(pages.index, nextCursor === undefined);
  return (
    <nav ref={pager} className={styles.pager} aria-label={`${label}, pages`}>
      <p className={styles.count} role="status">
        {count}
      </p>
      {several && (
        <div className={styles.buttons}>
          <Button size="sm" icon="chevron-left" disabled={pages.index === 0} onClick={pages.previous}>
            {words.previous}
          </Button>
          <Button
            size="sm"
            iconEnd="chevron-right"
            disabled={nextCursor === undefined}
            loading={loading}
            onClick={() => nextCursor !== undefined && pages.next(nextCursor)}
          >
            {words.next}
          </Button>
        </div>
      )}
    </nav>
  );
}

/** What follows the turn of a page: its beginning comes into sight, and the focus does not stay on a button that is closed now. */
function usePageTurn(index: number, last: boolean) {
  const pager = useRef<HTMLElement>(null);
  const shown = useRef(index);

  useLayoutEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    const list = pager.current?.parentElement;
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [index]);

  useLayoutEffect(() => {
    const [previous, next] = pager.current?.querySelectorAll('button') ?? [];
    const { activeElement } = document;
    if (last && activeElement === next) previous?.focus({ preventScroll: true });
    if (index === 0 && activeElement === previous) next?.focus({ preventScroll: true });
  }, [index, last]);

  return pager;
}
