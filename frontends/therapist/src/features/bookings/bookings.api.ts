import { type Page, readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type Booking = Answer<'/api/therapist/bookings', 'get'>[number];
export type BookingStatus = Booking['status'];
export type BookingSummary = Answer<'/api/therapist/bookings/summary', 'get'>;
export type BookingOverview = Answer<'/api/therapist/bookings/overview', 'get'>;

/** Everything that shows bookings or counts of them is read anew under this key. */
export const bookingsKey = ['therapist', 'bookings'] as const;

const listsKey = [...bookingsKey, 'list'] as const;
const pagesKey = [...bookingsKey, 'pages'] as const;
const overviewKey = [...bookingsKey, 'overview'] as const;
const summaryKey = [...bookingsKey, 'summary'] as const;

/** What is asked for; dates are days of the appointments' own zone. */
export interface BookingsWanted {
  q?: string;
  status?: BookingStatus;
  service_id?: string;
  client_id?: string;
  series_id?: string;
  from?: string;
  to?: string;
  /** By the server's clock and the therapist's own calendar: upcoming is what is not over, past the rest. */
  when?: 'today' | 'upcoming' | 'past';
  /** By start; the latest first unless said otherwise. */
  order?: 'asc' | 'desc';
}

export interface BookingsRequest extends BookingsWanted {
  /** How many rows to read at least, following the cursor. */
  count: number;
}

export interface BookingsPage {
  /** By start, as the server sends them. */
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

/** Bookings by start, the latest first unless another order is asked for. */
export function bookingsQuery(request: BookingsRequest) {
  return queryOptions({
    queryKey: [...listsKey, request],
    queryFn: ({ signal }) => readBookings(request, signal),
  });
}

const FIRST_PAGE = 50;

export interface BookingPages {
  pages: Page<Booking[]>[];
}

/** A list that is read as its reader comes to the end of it; what was read once is read again in as many pages. */
export function bookingPagesQuery(wanted: BookingsWanted) {
  const queryKey = [...pagesKey, wanted] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<BookingPages>(queryKey)?.pages.length ?? 1;
      let list = await readMore(wanted, { pages: [] }, signal);
      while (list.pages.length < before && list.pages.at(-1)?.next !== undefined) list = await readMore(wanted, list, signal);
      return list;
    },
  });
}

/** The list with one page more: fifty rows, and then as many again as there are. No row is read twice. */
export async function readMore(wanted: BookingsWanted, { pages }: BookingPages, signal?: AbortSignal): Promise<BookingPages> {
  const read = pages.reduce((sum, { body }) => sum + body.length, 0);
  const cursor = pages.at(-1)?.next;
  const place = cursor === undefined ? { limit: FIRST_PAGE } : { cursor, limit: Math.min(read, LARGEST_PAGE) };
  const page = await readPage(api.GET('/api/therapist/bookings', { params: { query: { ...wanted, ...place } }, ...(signal && { signal }) }));
  return { pages: [...pages, page] };
}

/** Counts of all bookings, by the therapist's own calendar. */
export function summaryQuery() {
  return queryOptions({
    queryKey: summaryKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/bookings/summary', { signal })),
  });
}

/** The same counts with the day and what comes after it, in one answer. */
export function overviewQuery() {
  return queryOptions({
    queryKey: overviewKey,
    queryFn: async ({ client, signal }) => {
      const overview = await unwrap(api.GET('/api/therapist/bookings/overview', { signal }));
      client.setQueryData<BookingSummary>(summaryKey, overview.counts);
      return overview;
    },
  });
}

interface StatusChange {
  id: string;
  status: BookingStatus;
  /** What the client reads about a cancellation, behind the link of its mail. */
  word?: string;
  /** Also those of its series that follow. */
  following?: boolean | undefined;
  /** The Idempotency-Key: the same one changes once. */
  key: string;
}

/**
 * Moves a booking to another status. The answer replaces the row at once; lists and counts are read anew behind it,
 * whether the server agreed or not.
 */
export function useSetStatus() {
  return useBookingChange(async ({ id, status, word, following = false, key }: StatusChange) => {
    const params = { path: { id }, header: { 'Idempotency-Key': key } };
    const said = word !== undefined && { word };
    if (following && status !== 'completed') return unwrap(api.PUT('/api/therapist/bookings/{id}/following/status', { params, body: { status, ...said } }));
    return [await unwrap(api.PUT('/api/therapist/bookings/{id}/status', { params, body: { status, ...said } }))];
  });
}

export type MoveBody = Body<'/api/therapist/bookings/{id}/time', 'put'>;

/** Moves an appointment that is still when the therapist saw it, and those of its series that follow if that is wanted; the first one first. */
export function useMoveBooking() {
  return useBookingChange(async ({ id, body, following = false, key }: { id: string; body: MoveBody; following?: boolean | undefined; key: string }) => {
    const request = { params: { path: { id }, header: { 'Idempotency-Key': key } }, body };
    if (following) return unwrap(api.PUT('/api/therapist/bookings/{id}/following/time', request));
    return [await unwrap(api.PUT('/api/therapist/bookings/{id}/time', request))];
  });
}

/** Marks that a client did not come, or takes the mark away. */
export function useMarkNoShow() {
  return useBookingChange(async ({ id, no_show }: Pick<Booking, 'id' | 'no_show'>) => [await unwrap(api.PUT('/api/therapist/bookings/{id}/no-show', { params: { path: { id } }, body: { no_show } }))]);
}

/** Notes when a session ended, by the clock of its zone; null: as planned. */
export function useNoteEnd() {
  return useBookingChange(async ({ id, ended_at }: { id: string; ended_at: string | null }) => [await unwrap(api.PUT('/api/therapist/bookings/{id}/end', { params: { path: { id } }, body: { ended_at } }))]);
}

function useBookingChange<Change>(send: (change: Change) => Promise<Booking[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      const renewed = (rows: Booking[]) => rows.map((booking) => changed.find(({ id }) => id === booking.id) ?? booking);
      queryClient.setQueriesData<BookingsPage>({ queryKey: listsKey }, (page) => page && { ...page, bookings: renewed(page.bookings) });
      queryClient.setQueriesData<BookingPages>({ queryKey: pagesKey }, (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, body: renewed(page.body) })) });
    },
    onSettled: () => {
      // A first read that is on its way would not be asked for again, and may have seen the booking as it was.
      void queryClient.cancelQueries({ queryKey: bookingsKey }).then(() => queryClient.invalidateQueries({ queryKey: bookingsKey }));
    },
  });
}
