import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import { type Booking, type BookingStatus, type MoveBody, useMarkNoShow, useMoveBooking, useSetStatus } from './bookings.api';
import { bookingMessages } from './messages';

const UNDO_TOAST_MS = 10_000;
/** Whether no answer came: then what was meant may be meant still. */
const isUnanswered = (error: unknown) => !(error instanceof ApiError && error.explained);
const withUndo = (takeBack: () => Promise<unknown>) => ({ action: { label: 'Undo', onClick: () => void takeBack() }, duration: UNDO_TOAST_MS });

/** What is said to the client of a cancellation, and whether those of its series that follow are cancelled too. */
export interface Cancellation {
  word?: string | undefined;
  following?: boolean | undefined;
}

/** To where an appointment moves, with those of its series that follow or alone. */
export type NewPlaceBody = Omit<MoveBody, 'starts_at'> & { following: boolean };

/** Complete, undo and cancel with their toasts; a refusal tells the server's sentence and the lists are read anew. */
export function useBookingActions(onChanged: (booking: Booking) => void) {
  const setStatus = useSetStatus();
  const markNoShow = useMarkNoShow();
  const moving = useMoveBooking();
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
  const change = async (booking: Booking, status: BookingStatus, { word, following }: Cancellation = {}, again?: () => Promise<unknown>): Promise<Booking[] | undefined> => {
    const { id } = booking;
    if (underWay.current.has(id)) return undefined;
    const keyring = keys.current.get(id) ?? createKeyring();
    keys.current.set(id, keyring);
    mark(id, true);
    try {
      const changed = await setStatus.mutateAsync({ id, status, word, following, key: keyring.keyFor({ status, word, following }) });
      keyring.forget();
      onChanged(booking);
      return changed;
    } catch (error) {
      // Only where no answer came may the deed be done already: then the next press is the same one.
      if (!isUnanswered(error)) keyring.forget();
      toast.error(refusalText(error, bookingMessages.changeFailed), again && isUnanswered(error) ? withUndo(again) : {});
      return undefined;
    } finally {
      mark(id, false);
    }
  };

  const undo = async (booking: Booking) => (await change(booking, 'confirmed')) && toast.success(bookingMessages.undone);

  const complete = async (booking: Booking) => {
    if (!(await change(booking, 'completed'))) return;
    toast.success(bookingMessages.completed, withUndo(() => undo(booking)));
  };

  const standAgain = async (booking: Booking, following?: boolean): Promise<void> => {
    const changed = await change(booking, 'confirmed', { following }, () => standAgain(booking, following));
    if (changed) toast.success(bookingMessages.cancelUndone(changed.length));
  };

  const cancel = async (booking: Booking, cancellation: Cancellation = {}): Promise<boolean> => {
    const changed = await change(booking, 'cancelled', cancellation);
    if (!changed) return false;
    // What is over is not told of, so there is nothing to take back.
    const canUndo = booking.status === 'confirmed' && Date.parse(booking.starts_at) > Date.now();
    toast.success(bookingMessages.cancelled(changed.length), canUndo ? withUndo(() => standAgain(booking, cancellation.following)) : {});
    return true;
  };

  const moveBack = async (moved: Booking, before: Booking, following: boolean, key = createKeyring().keyFor(moved.starts_at)): Promise<void> => {
    const { appointment_date, appointment_time } = before;
    try {
      await moving.mutateAsync({ id: moved.id, body: { starts_at: moved.starts_at, appointment_date, appointment_time, on_purpose: true }, following, key });
      toast.success(bookingMessages.moveUndone(following));
      onChanged(moved);
    } catch (error) {
      toast.error(refusalText(error, bookingMessages.moveFailed), isUnanswered(error) ? withUndo(() => moveBack(moved, before, following, key)) : {});
    }
  };

  /** @throws what the server refused, for the form to tell */
  const move = async (booking: Booking, { following, ...to }: NewPlaceBody, key: string) => {
    const all = await moving.mutateAsync({ id: booking.id, body: { starts_at: booking.starts_at, ...to }, following, key });
    const [moved = booking] = all;
    onChanged(moved);
    toast.success(bookingMessages.moved(all.length), withUndo(() => moveBack(moved, booking, following)));
  };

  const noShow = async (booking: Booking, no_show: boolean): Promise<void> => {
    const { id } = booking;
    if (underWay.current.has(id)) return;
    mark(id, true);
    try {
      await markNoShow.mutateAsync({ id, no_show });
      onChanged(booking);
      if (!no_show) toast.success(bookingMessages.noShowUndone);
      else toast.success(bookingMessages.noShow, withUndo(() => noShow(booking, false)));
    } catch (error) {
      toast.error(refusalText(error, bookingMessages.changeFailed));
    } finally {
      mark(id, false);
    }
  };

  return { complete, undo, cancel, move, noShow, changing };
}
