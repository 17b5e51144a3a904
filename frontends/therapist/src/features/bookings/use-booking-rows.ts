import { today } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { bookingsQuery } from './api/get-bookings';
import { type BookingFilters, PAGE_SIZE, requestFor, rowsFor } from './booking-filters';

/** The rows of one set of filters, fifty at a time; what is on screen stays while more is read. */
export function useBookingRows(filters: BookingFilters, timezone: string, now: Date) {
  const { status, q } = filters;
  const [paging, setPaging] = useState({ status, q, count: PAGE_SIZE });
  // Other filters start with their first fifty again.
  const count = paging.status === status && paging.q === q ? paging.count : PAGE_SIZE;
  const query = useQuery({
    ...bookingsQuery(requestFor(filters, today(timezone), count)),
    placeholderData: (previous) => previous,
  });
  const rows = rowsFor(query.data?.bookings ?? [], filters.view, now);
  return {
    query,
    rows: filters.view === 'upcoming' ? rows.slice(0, count) : rows,
    hasMore: filters.view === 'upcoming' ? rows.length > count : (query.data?.hasMore ?? false),
    showMore: () => setPaging({ status, q, count: count + PAGE_SIZE }),
  };
}
