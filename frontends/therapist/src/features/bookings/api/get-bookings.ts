import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { type Booking, bookingsKey, type BookingStatus } from './booking';

/** Every list of bookings, whatever it was asked for. */
export const listsKey = [...bookingsKey, 'list'] as const;

/** What the list asks for; dates are days of the appointments' own zone. */
export interface BookingsRequest {
  q?: string;
  status?: BookingStatus;
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
    const call = await api.GET('/api/therapist/bookings', { params: { query: { ...query, limit, cursor } }, signal });
    bookings.push(...(await unwrap(Promise.resolve(call))));
    cursor = nextCursor(call.response.headers.get('Link'));
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
