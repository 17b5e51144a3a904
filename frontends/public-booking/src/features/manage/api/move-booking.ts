import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { managedBookingKey } from './get-managed-booking';

/** Moves the appointment; what is on view follows. */
export function useMoveBooking(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ date, time }: { date: string; time: string }) =>
      unwrap(api.POST('/api/bookings/manage/move', { body: { token, new_date: date, new_time: time } })),
    onSuccess: (booking) => queries.setQueryData(managedBookingKey(token), booking),
  });
}
