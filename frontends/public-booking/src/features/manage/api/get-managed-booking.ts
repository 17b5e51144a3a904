import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../../wire';

export type ManagedBooking = Answer<'/api/bookings/manage', 'post'>;

export const managedBookingKey = (token: string) => ['managed-booking', token] as const;

/** The appointment behind a link. The token travels in the body, never in an address. */
export function managedBookingQuery(token: string) {
  return queryOptions({
    queryKey: managedBookingKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/bookings/manage', { body: { token }, signal })),
  });
}
