import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { addDays } from '@attune/shared-ui/format';
import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type Booking = Answer<'/api/therapist/bookings', 'get'>[number];
/** Time in which a therapist sees nobody: a part of one or more days, or whole days with a name. */
export type TimeOff = Answer<'/api/therapist/time-off', 'get'>[number];
export type WorkingHours = Answer<'/api/therapist/working-hours', 'get'>;

/** The days of a view, both included; yyyy-MM-dd in the therapist's zone. */
export interface Days {
  from: string;
  to: string;
}

const LARGEST_PAGE = 500;

async function readBookings({ from, to }: Days, signal: AbortSignal): Promise<Booking[]> {
  const bookings: Booking[] = [];
  let cursor: string | undefined;
  do {
    const query = { from, to, limit: LARGEST_PAGE, cursor };
    const { body, next } = await readPage(api.GET('/api/therapist/bookings', { params: { query }, signal }));
    bookings.push(...body);
    cursor = next;
  } while (cursor !== undefined);
  return bookings;
}

/**
 * All bookings of the days, whatever their zone: a day more on each side, for the server asks by the day of the appointment's own zone.
 * Under the bookings' key, so that whoever changes a booking has this read anew.
 */
export function bookingsOfDaysQuery(days: Days) {
  const wide = { from: addDays(days.from, -1), to: addDays(days.to, 1) };
  return queryOptions({
    queryKey: ['therapist', 'bookings', 'schedule', wide],
    queryFn: ({ signal }) => readBookings(wide, signal),
  });
}

/** The same answer that the working hours' card reads. */
export function hoursQuery() {
  return queryOptions({
    queryKey: ['therapist', 'working-hours'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/working-hours', { signal })),
  });
}

/** Blocked time and holidays that touch the days. */
export function timeOffQuery(days: Days) {
  return queryOptions({
    queryKey: ['therapist', 'time-off', days],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/time-off', { params: { query: days }, signal })),
  });
}
