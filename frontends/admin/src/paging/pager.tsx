import { Button } from '@attune/shared-ui/components/button';
import styles from './pager.module.css';
import type { CursorPages } from './use-cursor-pages';
import { usePageTurn } from './use-page-turn';

interface PagerProps {
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

/** How far one is in a list, and the way to its other pages. */
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
