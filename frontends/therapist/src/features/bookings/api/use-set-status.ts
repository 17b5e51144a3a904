import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { type Booking, bookingsKey, type BookingStatus } from './booking';
import { type BookingsPage, listsKey } from './get-bookings';

/**
 * Moves a booking to another status. The answer replaces the row at once; lists and counts are read anew behind it,
 * whether the server agreed or not.
 */
export function useSetStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: BookingStatus }) =>
      unwrap(api.PUT('/api/therapist/bookings/{id}/status', { params: { path: { id } }, body: { status } })),
    onSuccess: (changed) => {
      queryClient.setQueriesData<BookingsPage>({ queryKey: listsKey }, (page) => page && withRow(page, changed));
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: bookingsKey });
    },
  });
}

function withRow(page: BookingsPage, changed: Booking): BookingsPage {
  return { ...page, bookings: page.bookings.map((booking) => (booking.id === changed.id ? changed : booking)) };
}
