import { instantInZone } from '@attune/shared-ui/format';
import type { Booking, BookingStatus, BookingsWanted } from './bookings.api';

export type BookingView = 'today' | 'upcoming' | 'past' | 'all';

/** The filters of the bookings list, as they stand in the address. */
export interface BookingFilters {
  view: BookingView;
  status: BookingStatus | '';
  /** The id of a service, or none. */
  service: string;
  /** The id of a client, or none. */
  client: string;
  q: string;
}

const VIEWS: readonly string[] = ['today', 'upcoming', 'past', 'all'];
const STATUSES: readonly string[] = ['confirmed', 'completed', 'cancelled'];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isView = (value: string | null): value is BookingView => value !== null && VIEWS.includes(value);
const isStatus = (value: string | null): value is BookingStatus => value !== null && STATUSES.includes(value);

/** Reads the filters from the address; what is unknown counts as absent. */
export function filtersFrom(params: URLSearchParams): BookingFilters {
  const view = params.get('view');
  const status = params.get('status');
  const service = params.get('service') ?? '';
  const client = params.get('client') ?? '';
  return {
    view: isView(view) ? view : 'upcoming',
    status: isStatus(status) ? status : '',
    service: ID.test(service) ? service : '',
    client: ID.test(client) ? client : '',
    q: params.get('q') ?? '',
  };
}

/** The address with these filters; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, filters: BookingFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('view', filters.view === 'upcoming' ? '' : filters.view);
  set('status', filters.status);
  set('service', filters.service);
  set('client', filters.client);
  set('q', filters.q);
  return next;
}

/** What is asked of the server, in reading order: the next one first, or the latest past one. */
export function wantedBy(filters: BookingFilters): BookingsWanted {
  return {
    ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    ...(filters.status !== '' && { status: filters.status }),
    ...(filters.service !== '' && { service_id: filters.service }),
    ...(filters.client !== '' && { client_id: filters.client }),
    ...(filters.view !== 'all' && { when: filters.view }),
    ...(isSoonestFirst(filters.view) && { order: 'asc' }),
  };
}

/** Whether a view tells the next appointment first. */
export function isSoonestFirst(view: BookingView): boolean {
  return view === 'upcoming' || view === 'today';
}

/** What a view asks of a booking. */
type InTime = Pick<Booking, 'starts_at' | 'ends_at'>;

/** Whether a booking belongs to the view: it is upcoming until it has ended, and today's by the therapist's own calendar. */
export function inView(booking: InTime, view: BookingView, now: Date, timezone: string): boolean {
  if (view === 'all') return true;
  if (view === 'today') return instantInZone(booking.starts_at, timezone).date === instantInZone(now, timezone).date;
  const ended = Date.parse(booking.ends_at) <= now.getTime();
  return view === 'past' ? ended : !ended;
}

/** The rows that belong to the view still: time goes on after they were read. */
export function rowsFor<Row extends InTime>(bookings: readonly Row[], view: BookingView, now: Date, timezone: string): Row[] {
  return bookings.filter((booking) => inView(booking, view, now, timezone));
}
