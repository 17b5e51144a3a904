import { ApiError, toast } from '@attune/shared-ui/runtime';
import type { Booking, BookingStatus } from './bookings.api';
import { useSetStatus } from './bookings.api';
import { bookingMessages } from './messages';

const UNDO_TOAST_MS = 10_000;

/** Complete, undo and cancel with their toasts; a refusal tells the server's sentence and the lists are read anew. */
export function useBookingActions() {
  const setStatus = useSetStatus();

  // Awaited rather than given callbacks: Undo is pressed in a toast that outlives this screen.
  const change = async (booking: Booking, status: BookingStatus): Promise<boolean> => {
    try {
      await setStatus.mutateAsync({ id: booking.id, status });
      return true;
    } catch (error) {
      const told = error instanceof ApiError && error.explained && error.status < 500;
      toast.error(told ? error.detail : bookingMessages.changeFailed);
      return false;
    }
  };

  const undo = async (booking: Booking) => {
    if (await change(booking, 'confirmed')) toast.success(bookingMessages.undone);
  };

  const complete = async (booking: Booking) => {
    if (!(await change(booking, 'completed'))) return;
    toast.success(bookingMessages.completed, {
      action: { label: 'Undo', onClick: () => void undo(booking) },
      duration: UNDO_TOAST_MS,
    });
  };

  const cancel = async (booking: Booking) => {
    if (await change(booking, 'cancelled')) toast.success(bookingMessages.cancelled);
  };

  return { complete, undo, cancel, changing: setStatus.isPending ? setStatus.variables.id : null };
}
