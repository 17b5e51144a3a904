import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import { type Booking, type BookingStatus, useSetStatus } from './bookings.api';
import { bookingMessages } from './messages';

const UNDO_TOAST_MS = 10_000;

/** Complete, undo and cancel with their toasts; a refusal tells the server's sentence and the lists are read anew. */
export function useBookingActions(onChanged: (booking: Booking) => void) {
  const setStatus = useSetStatus();
  const keys = useRef(new Map<string, ReturnType<typeof createKeyring>>());
  // A second press finds that the first one is under way, also before the page is drawn anew.
  const underWay = useRef<ReadonlySet<string>>(new Set());
  const [changing, setChanging] = useState(underWay.current);
  const mark = (id: string, isChanging: boolean) => {
    const others = [...underWay.current].filter((one) => one !== id);
    underWay.current = new Set(isChanging ? [...others, id] : others);
    setChanging(underWay.current);
  };

  // Awaited rather than given callbacks: Undo is pressed in a toast that outlives this screen.
  const change = async (booking: Booking, status: BookingStatus): Promise<boolean> => {
    const { id } = booking;
    if (underWay.current.has(id)) return false;
    const keyring = keys.current.get(id) ?? createKeyring();
    keys.current.set(id, keyring);
    mark(id, true);
    try {
      await setStatus.mutateAsync({ id, status, key: keyring.keyFor(status) });
      keyring.forget();
      onChanged(booking);
      return true;
    } catch (error) {
      // Only where no answer came may the deed be done already: then the next press is the same one.
      if (error instanceof ApiError && error.explained) keyring.forget();
      toast.error(refusalText(error, bookingMessages.changeFailed));
      return false;
    } finally {
      mark(id, false);
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

  return { complete, undo, cancel, changing };
}
