import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { type Booking, type BookingStatus, useSetStatus } from './bookings.api';
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
      toast.error(refusalText(error, bookingMessages.changeFailed));
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
