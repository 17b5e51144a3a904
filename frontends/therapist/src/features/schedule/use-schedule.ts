import { useQuery } from '@attune/shared-ui/runtime';
import { bookingsOfDaysQuery, type Days, hoursQuery, timeOffQuery } from './schedule.api';
import { type ScheduleData, scheduleDays } from './schedule-days';
import { datesOf } from './schedule-place';

/** What is on the days of a view. Only the bookings are needed for it: without the others the schedule says so. */
export function useSchedule(range: Days, zone: string, marks: ScheduleData['marks']) {
  const bookings = useQuery(bookingsOfDaysQuery(range));
  const hours = useQuery(hoursQuery());
  const timeOff = useQuery(timeOffQuery(range));
  const rest = [hours, timeOff].filter((part) => part.isLoadingError);
  const days = scheduleDays(datesOf(range), { bookings: bookings.data ?? [], timeOff: timeOff.data ?? [], hours: hours.data, marks }, zone);
  return {
    days,
    /** In minutes; none until they are known. */
    buffers: { before: hours.data?.buffer_before_minutes ?? 0, after: hours.data?.buffer_after_minutes ?? 0 },
    loading: bookings.isPending,
    failed: bookings.isLoadingError,
    retrying: bookings.isFetching,
    retry: () => void bookings.refetch(),
    /** Of hours and time off. */
    partsFailed: rest.length > 0,
    retryingParts: rest.some((part) => part.isFetching),
    retryParts: () => rest.forEach((part) => void part.refetch()),
    bookingOf: (id: string) => bookings.data?.find((one) => one.id === id),
  };
}
