import { today } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { bookingsQuery } from './get-bookings';

/** Today's appointments in the therapist's zone, the earliest first. */
export function useTodaysBookings(timezone: string | undefined) {
  const day = today(timezone);
  return useQuery({
    ...bookingsQuery({ from: day, to: day, count: Number.POSITIVE_INFINITY }),
    enabled: timezone !== undefined,
    select: (page) => [...page.bookings].reverse(),
  });
}
