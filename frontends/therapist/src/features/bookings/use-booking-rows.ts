import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type BookingFilters, rowsFor, wantedBy } from './booking-filters';
import { type BookingPages, bookingPagesQuery, readMore } from './bookings.api';

/** The rows of one set of filters, a page at first and one more each time that more is asked for; what is on screen stays while others are read. */
export function useBookingRows(filters: BookingFilters, timezone: string, now: Date) {
  const wanted = wantedBy(filters);
  const options = bookingPagesQuery(wanted);
  const client = useQueryClient();
  const query = useQuery({ ...options, placeholderData: (previous) => previous });
  const [more, setMore] = useState<{ after: BookingPages; state: 'reading' | 'failed' }>();
  const list = query.data;
  // What was asked for after another list is of no interest any more.
  const state = more && more.after === list ? more.state : undefined;

  const fetchNextPage = async (): Promise<void> => {
    if (!list || state === 'reading') return;
    setMore({ after: list, state: 'reading' });
    try {
      const longer = await readMore(wanted, list);
      // Meanwhile it may have been read anew, or a row of it was changed: then more is asked for again.
      client.setQueryData<BookingPages>(options.queryKey, (there) => (there === list ? longer : there));
    } catch {
      setMore({ after: list, state: 'failed' });
    }
  };

  const pages = {
    ...query,
    isFetching: query.isFetching || state === 'reading',
    hasNextPage: list?.pages.at(-1)?.next !== undefined,
    isFetchNextPageError: state === 'failed',
    fetchNextPage,
  };
  const bookings = list?.pages.flatMap(({ body }) => body) ?? [];
  return { query: pages, rows: rowsFor(bookings, filters.view, now, timezone) };
}

export type BookingRowsQuery = ReturnType<typeof useBookingRows>['query'];
