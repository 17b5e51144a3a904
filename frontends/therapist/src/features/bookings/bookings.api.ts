import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type Booking = Answer<'/api/therapist/bookings', 'get'>[number];
export type BookingStatus = Booking['status'];
export type BookingSummary = Answer<'/api/therapist/bookings/summary', 'get'>;

/** Everything that shows bookings or counts of them is read anew under this key. */
export const bookingsKey = ['therapist', 'bookings'] as const;

/** Every list of bookings, whatever it was asked for. */
const listsKey = [...bookingsKey, 'list'] as const;

/** What the list asks for; dates are days of the appointments' own zone. */
export interface BookingsRequest {
  q?: string;
  status?: BookingStatus;
  service_id?: string;
  from?: string;
  to?: string;
  /** How many rows to read at least, following the cursor; Infinity reads them all. */
  count: number;
}

export interface BookingsPage {
  /** Latest start first, as the server sends them. */
  bookings: Booking[];
  hasMore: boolean;
}

const LARGEST_PAGE = 500;

async function readBookings({ count, ...query }: BookingsRequest, signal: AbortSignal): Promise<BookingsPage> {
  const bookings: Booking[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(count - bookings.length, LARGEST_PAGE);
    const { body, next } = await readPage(api.GET('/api/therapist/bookings', { params: { query: { ...query, limit, cursor } }, signal }));
    bookings.push(...body);
    cursor = next;
  } while (cursor !== undefined && bookings.length < count);
  return { bookings, hasMore: cursor !== undefined };
}

/** Bookings by start, latest first. */
export function bookingsQuery(request: BookingsRequest) {
  return queryOptions({
    queryKey: [...listsKey, request],
    queryFn: ({ signal }) => readBookings(request, signal),
  });
}

/** Counts of all bookings, by the therapist's own calendar. */
export function summaryQuery() {
  return queryOptions({
    queryKey: [...bookingsKey, 'summary'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/bookings/summary', { signal })),
  });
}

interface StatusChange {
  id: string;
  status: BookingStatus;
  /** The Idempotency-Key: the same one changes once. */
  key: string;
}

/**
 * Moves a booking to another status. The answer replaces the row at once; lists and counts are read anew behind it,
 * whether the server agreed or not.
 */
export function useSetStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status, key }: StatusChange) =>
      unwrap(api.PUT('/api/therapist/bookings/{id}/status', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: { status } })),
    onSuccess: (changed) => {
      queryClient.setQueriesData<BookingsPage>({ queryKey: listsKey }, (page) => page && withRow(page, changed));
    },
    onSettled: () => {
      // A first read that is on its way would not be asked for again, and may have seen the booking as it was.
      void queryClient.cancelQueries({ queryKey: bookingsKey }).then(() => queryClient.invalidateQueries({ queryKey: bookingsKey }));
    },
  });
}

function withRow(page: BookingsPage, changed: Booking): BookingsPage {
  return { ...page, bookings: page.bookings.map((booking) => (booking.id === changed.id ? changed : booking)) };
}
