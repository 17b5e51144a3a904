import { Button } from '@attune/shared-ui/components/button';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { bookingMessages } from '../messages';
import type { BookingRowsQuery } from '../use-booking-rows';
import styles from './bookings-list.module.css';

/** What is this near to the window is read already when its reader comes to it, also by Tab. */
const NEAR = '600px 0px';

interface LoadMoreProps {
  query: BookingRowsQuery;
  /** How many rows there are already. */
  rows: number;
  /** More is about to be read. */
  onMore: () => void;
  /** It goes, for the list has come to its end, and had the focus. */
  onFocusGone: () => void;
}

/** The end of a list that goes on: what follows is read as the reader comes near, or by its button. Nothing where the list ends. */
export function LoadMore(props: LoadMoreProps) {
  return props.query.hasNextPage ? <ListEnd {...props} /> : null;
}

function ListEnd({ query, rows, onMore, onFocusGone }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = query;
  // What failed is not tried again and again while somebody looks at it.
  const waits = !isFetching && !isFetchNextPageError && !isPlaceholderData;
  const read = () => {
    onMore();
    void fetchNextPage();
  };
  const latest = useRef({ read, onFocusGone });
  useLayoutEffect(() => {
    latest.current = { read, onFocusGone };
  });

  useEffect(() => {
    if (!waits || end.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current.read(), { rootMargin: NEAR });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits, rows]);

  useLayoutEffect(() => {
    const { current } = end;
    return () => {
      if (current?.contains(document.activeElement)) latest.current.onFocusGone();
    };
  }, []);

  return (
    <div ref={end} className={styles.more} data-list-end>
      {isFetchNextPageError && <p role="alert">{bookingMessages.moreFailed}</p>}
      <Button loading={isFetching} onClick={read}>
        {isFetchNextPageError ? bookingMessages.tryAgain : bookingMessages.more}
      </Button>
    </div>
  );
}
