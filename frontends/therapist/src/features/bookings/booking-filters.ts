import { addDays } from '@attune/shared-ui/format';
import type { Booking, BookingsRequest, BookingStatus } from './bookings.api';

export type BookingView = 'upcoming' | 'past' | 'all';

/** The filters of the bookings list, as they stand in the address. */
export interface BookingFilters {
  view: BookingView;
  status: BookingStatus | '';
  q: string;
}

export const PAGE_SIZE = 50;

const VIEWS: readonly string[] = ['upcoming', 'past', 'all'];
const STATUSES: readonly string[] = ['confirmed', 'completed', 'cancelled'];

const isView = (value: string | null): value is BookingView => value !== null && VIEWS.includes(value);
const isStatus = (value: string | null): value is BookingStatus => value !== null && STATUSES.includes(value);

/** Reads the filters from the address; what is unknown counts as absent. */
export function filtersFrom(params: URLSearchParams): BookingFilters {
  const view = params.get('view');
  const status = params.get('status');
  return {
    view: isView(view) ? view : 'upcoming',
    status: isStatus(status) ? status : '',
    q: params.get('q') ?? '',
  };
}

/** The address with these filters; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, filters: BookingFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('view', filters.view === 'upcoming' ? '' : filters.view);
  set('status', filters.status);
  set('q', filters.q);
  return next;
}

/**
 * What is asked of the server. A day's margin on each side covers every zone; `inView` then decides by the instant.
 * Upcoming appointments are read whole, for the server sends the farthest first and a reader wants the nearest.
 */
export function requestFor(filters: BookingFilters, today: string, count: number): BookingsRequest {
  return {
    ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    ...(filters.status !== '' && { status: filters.status }),
    ...(filters.view === 'upcoming' && { from: addDays(today, -1) }),
    ...(filters.view === 'past' && { to: addDays(today, 1) }),
    count: filters.view === 'upcoming' ? Number.POSITIVE_INFINITY : count,
  };
}

/** Whether a booking belongs to the view: it is upcoming until it has ended. */
export function inView(booking: Pick<Booking, 'ends_at'>, view: BookingView, now: Date): boolean {
  if (view === 'all') return true;
  const ended = Date.parse(booking.ends_at) <= now.getTime();
  return view === 'past' ? ended : !ended;
}

/** The rows in reading order: the next appointment first, or the latest past one first. */
export function rowsFor<Row extends Pick<Booking, 'ends_at'>>(bookings: readonly Row[], view: BookingView, now: Date): Row[] {
  const rows = bookings.filter((booking) => inView(booking, view, now));
  return view === 'upcoming' ? rows.reverse() : rows;
}
