import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { today } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { type BookingDay, countOf, daysOf, partsOf } from '../booking-days';
import { type BookingFilters, isReadWhole, PAGE_SIZE, requestFor, rowsFor } from '../booking-filters';
import { type Booking, bookingsQuery } from '../bookings.api';
import { bookingMessages } from '../messages';
import { useKeptFocus } from '../use-kept-focus';
import { BookingRow } from './booking-row';
import styles from './bookings-list.module.css';
import { DayGroup } from './day-group';
import { useBookingDeeds } from './use-booking-deeds';
import { WhileNear } from './while-near';

/** How often "in 18 min" and the undo window are told anew. */
const REFRESH_MS = 15_000;
/** A longer list is drawn where the reader is. */
const DRAWN_WHOLE = 100;
const ROWS_OF_A_PART = 8;

/** The rows of one set of filters, fifty at first and then twice as many each time; what is on screen stays while more is read. */
export function useBookingRows(filters: BookingFilters, timezone: string, now: Date) {
  const { status, service, client, q } = filters;
  const [paging, setPaging] = useState({ status, service, client, q, count: PAGE_SIZE });
  // Other filters start with their first fifty again.
  const isSame = paging.status === status && paging.service === service && paging.client === client && paging.q === q;
  const count = isSame ? paging.count : PAGE_SIZE;
  const isWhole = isReadWhole(filters.view);
  const query = useQuery({
    ...bookingsQuery(requestFor(filters, today(timezone), count)),
    placeholderData: (previous) => previous,
  });
  const rows = rowsFor(query.data?.bookings ?? [], filters.view, now, timezone);
  return {
    query,
    rows: isWhole ? rows.slice(0, count) : rows,
    hasMore: isWhole ? rows.length > count : (query.data?.hasMore ?? false),
    showMore: () => setPaging({ status, service, client, q, count: count * 2 }),
  };
}

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
  const { query, rows, hasMore, showMore } = useBookingRows(filters, timezone, now);
  const { list, keep } = useKeptFocus();
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
          partsOf(daysOf(rows), ROWS_OF_A_PART).map((days, index) => (
            // A part is where it is in the list, whichever appointments are over meanwhile.
            <WhileNear key={index} rows={countOf(days)} always={index === 0 || rows.length <= DRAWN_WHOLE}>
              <Days days={days} timezone={timezone} now={now} useMoreOfRows={useMoreOfRows} deedsOf={deedsOf} />
            </WhileNear>
          ))
        )}
      </div>
      {hasMore && (
        <div className={styles.more}>
          <Button loading={query.isPlaceholderData} onClick={showMore}>
            Load more
          </Button>
        </div>
      )}
      {questions}
    </Card>
  );
}

interface DaysProps extends Pick<BookingsListProps, 'timezone' | 'useMoreOfRows'> {
  days: readonly BookingDay<Booking>[];
  now: Date;
  deedsOf: ReturnType<typeof useBookingDeeds>['deedsOf'];
}

function Days({ days, timezone, now, useMoreOfRows, deedsOf }: DaysProps) {
  const moreOf = useMoreOfRows(days.flatMap(({ bookings }) => bookings));
  return days.map(({ date, bookings }, index) => (
    <DayGroup key={`${date} ${index}`} date={date} timezone={timezone}>
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} now={now} more={moreOf(booking)} {...deedsOf(booking)} />
      ))}
    </DayGroup>
  ));
}

function NothingHere({ filters, onShowAll }: { filters: BookingFilters; onShowAll: () => void }) {
  const isWhole = isReadWhole(filters.view);
  const plain = isWhole && filters.status === '' && filters.service === '' && filters.client === '' && filters.q === '';
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
