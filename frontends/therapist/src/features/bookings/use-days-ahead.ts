import { addDays, today } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { type Booking, bookingsQuery } from './bookings.api';
import { daysAhead } from './days-ahead';

/** Today among them. */
const DAYS = 14;
const ALL = Number.POSITIVE_INFINITY;

/** Today and the two weeks from it in the therapist's zone; further ahead only the next session, and only where nothing comes before. */
export function useDaysAhead(timezone: string | undefined, now: Date) {
  const day = today(timezone);
  const query = useQuery({ ...bookingsQuery({ from: day, to: addDays(day, DAYS - 1), count: ALL }), enabled: timezone !== undefined });
  const ahead = query.data && daysAhead([...query.data.bookings].reverse(), day, now);
  const isEmpty = ahead !== undefined && ahead.days.length === 0;
  const later = useQuery({ ...bookingsQuery({ from: addDays(day, DAYS), status: 'confirmed', order: 'asc', count: 1 }), enabled: isEmpty });
  const next: Booking | undefined = ahead?.next ?? (isEmpty ? later.data?.bookings[0] : undefined);
  return {
    isLoadingError: query.isLoadingError,
    isFetching: query.isFetching,
    refetch: query.refetch,
    /** Undefined while it is read. */
    ahead: ahead && { ...ahead, next, isNothing: isEmpty && later.data?.bookings.length === 0 },
  };
}

export type Ahead = NonNullable<ReturnType<typeof useDaysAhead>['ahead']>;
