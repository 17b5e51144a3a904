import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { useNow } from '@attune/shared-ui/format/now';
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { type BookingDay, countOf, daysOf, partsOf } from '../booking-days';
import { type BookingFilters, isSoonestFirst } from '../booking-filters';
import type { Booking } from '../bookings.api';
import { bookingMessages } from '../messages';
import { useBookingRows } from '../use-booking-rows';
import { useKeptFocus } from '../use-kept-focus';
import { BookingRow } from './booking-row';
import styles from './bookings-list.module.css';
import { DayGroup } from './day-group';
import { LoadMore } from './load-more';
import { useBookingDeeds } from './use-booking-deeds';
import { useNear, WhileNear } from './while-near';

/** How often "in 18 min" and the undo window are told anew. */
const REFRESH_MS = 15_000;
/** A longer list is drawn where the reader is. */
const DRAWN_WHOLE = 100;
const ROWS_OF_A_PART = 8;
/** Of so many rows together is asked what others tell of them. */
const ROWS_OF_A_STRETCH = 50;

/** A hook that reads, for all rows together, what others tell of them, and gives each row its own. */
export type UseMoreOfRows = (bookings: readonly Booking[]) => (booking: Booking) => ReactNode;

interface BookingsListProps {
  filters: BookingFilters;
  timezone: string;
  useMoreOfRows: UseMoreOfRows;
  onShowAll: () => void;
  /** Told whether the list could not be read; false again when it is left. */
  onFailure: (failed: boolean) => void;
}

/** The list itself, with loading, failure and empty-filter states. */
export function BookingsList({ filters, timezone, useMoreOfRows, onShowAll, onFailure }: BookingsListProps) {
  // Deferred: a long list told anew must not hold up whoever scrolls.
  const now = new Date(useDeferredValue(useNow(REFRESH_MS)));
  const { query, rows } = useBookingRows(filters, timezone, now);
  const { list, keep } = useKeptFocus();
  const { firstNew, ...more } = useFirstNewRow(list, rows);
  const { deedsOf, questions } = useBookingDeeds(timezone, ({ id }) => keep(id));
  const failed = query.isLoadingError;
  useEffect(() => {
    if (!failed) return undefined;
    onFailure(true);
    return () => onFailure(false);
  }, [failed, onFailure]);

  if (query.isPending) return <RowsLoading />;
  if (query.data === undefined) {
    return <ErrorPanel level={3} title={bookingMessages.listFailed} text="Nothing has been changed." onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  return (
    <Card padding="none">
      <div ref={list} role="group" aria-label="Appointments" tabIndex={-1} className={styles.rows}>
        <VisuallyHidden as="p">
          <span role="status">
            {rows.length} {rows.length === 1 ? 'booking' : 'bookings'} shown
          </span>
        </VisuallyHidden>
        {rows.length === 0 ? (
          <NothingHere filters={filters} onShowAll={onShowAll} />
        ) : (
          partsOf(daysOf(rows), ROWS_OF_A_STRETCH).map((days, index) => (
            // A stretch is where it is in the list, whichever appointments are over meanwhile.
            <Stretch key={index} isFirst={index === 0} isShort={rows.length <= DRAWN_WHOLE} firstNew={firstNew} days={days} timezone={timezone} now={now} useMoreOfRows={useMoreOfRows} deedsOf={deedsOf} />
          ))
        )}
      </div>
      <LoadMore query={query} rows={rows.length} {...more} />
      {questions}
    </Card>
  );
}

interface StretchProps extends Pick<BookingsListProps, 'timezone' | 'useMoreOfRows'> {
  days: readonly BookingDay<Booking>[];
  now: Date;
  deedsOf: ReturnType<typeof useBookingDeeds>['deedsOf'];
  isFirst: boolean;
  /** The whole list is drawn. */
  isShort: boolean;
  /** The row that is about to take the focus. */
  firstNew: string | undefined;
}

const NONE: readonly Booking[] = [];

/** Some fifty rows, of which what others tell is read together while they are near, and drawn in smaller parts. */
function Stretch({ days, timezone, now, useMoreOfRows, deedsOf, isFirst, isShort, firstNew }: StretchProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear] = useNear(box, isFirst);
  const moreOf = useMoreOfRows(isNear ? days.flatMap(({ bookings }) => bookings) : NONE);
  return (
    <div ref={box} className={styles.stretch}>
      {partsOf(days, ROWS_OF_A_PART).map((part, index) => (
        <WhileNear key={index} rows={countOf(part)} always={(isFirst && index === 0) || isShort || part.some(({ bookings }) => bookings.some(({ id }) => id === firstNew))}>
          {part.map(({ date, bookings }, at) => (
            <DayGroup key={`${date} ${at}`} date={date} timezone={timezone}>
              {bookings.map((booking) => (
                <BookingRow key={booking.id} booking={booking} now={now} more={moreOf(booking)} {...deedsOf(booking)} />
              ))}
            </DayGroup>
          ))}
        </WhileNear>
      ))}
    </div>
  );
}

/** Whoever has the focus where more is asked for goes on with the first row of it; who only scrolls keeps their place. */
function useFirstNewRow(list: RefObject<HTMLElement | null>, rows: readonly Booking[]) {
  const [from, setFrom] = useState<number>();
  const isFocusGone = useRef(false);
  const firstNew = from === undefined ? undefined : rows[from]?.id;
  useEffect(() => {
    if (firstNew === undefined) return;
    if (isFocusGone.current || document.activeElement?.closest('[data-list-end]')) list.current?.querySelector<HTMLElement>(`[data-row="${firstNew}"]`)?.focus();
    isFocusGone.current = false;
    setFrom(undefined);
  }, [list, firstNew]);
  return {
    firstNew,
    onMore: () => setFrom(rows.length),
    onFocusGone: () => {
      isFocusGone.current = true;
    },
  };
}

function NothingHere({ filters, onShowAll }: { filters: BookingFilters; onShowAll: () => void }) {
  const plain = isSoonestFirst(filters.view) && filters.status === '' && filters.service === '' && filters.client === '' && filters.q === '';
  const { nothingToday, nothingTodayText, nothingUpcomingTitle, nothingUpcomingText, noMatchTitle, noMatchText } = bookingMessages;
  const nothing = filters.view === 'today' ? { title: nothingToday, text: nothingTodayText } : { title: nothingUpcomingTitle, text: nothingUpcomingText };
  const { title, text } = plain ? nothing : { title: noMatchTitle, text: noMatchText };
  return (
    <EmptyState
      level={3}
      drawing={plain ? 'calendar' : 'search'}
      title={title}
      text={text}
      action={<Button onClick={onShowAll}>Show all bookings</Button>}
    />
  );
}

function RowsLoading() {
  return (
    <Card padding="none">
      <SkeletonGroup label="Loading bookings">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={styles.loading}>
            <Skeleton width={110} height={20} />
            <Skeleton width="60%" height={20} />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
