import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { managedBookingKey } from './get-managed-booking';

/** Cancels the appointment; what is on view follows. */
export function useCancelBooking(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/bookings/manage/cancel', { body: { token } })),
    onSuccess: (booking) => queries.setQueryData(managedBookingKey(token), booking),
    // Refused: what is on view may be out of date.
    onError: () => queries.invalidateQueries({ queryKey: managedBookingKey(token) }),
  });
}
