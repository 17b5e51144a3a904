import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { bookingsKey } from './booking';

/** Counts of all bookings, by the therapist's own calendar. */
export function summaryQuery() {
  return queryOptions({
    queryKey: [...bookingsKey, 'summary'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/bookings/summary', { signal })),
  });
}
