import { useInfiniteQuery } from '@attune/shared-ui/runtime';
import { type BookingFilters, rowsFor, wantedBy } from './booking-filters';
import { bookingPagesQuery } from './bookings.api';

/** The rows of one set of filters, a page at first and one more each time that more is asked for; what is on screen stays while others are read. */
export function useBookingRows(filters: BookingFilters, timezone: string, now: Date) {
  const query = useInfiniteQuery({ ...bookingPagesQuery(wantedBy(filters)), placeholderData: (previous) => previous });
  const bookings = query.data?.pages.flatMap(({ body }) => body) ?? [];
  return { query, rows: rowsFor(bookings, filters.view, now, timezone) };
}

export type BookingRowsQuery = ReturnType<typeof useBookingRows>['query'];
