import type { Booking } from './api/booking';

/** How long a completed appointment can be made confirmed again. */
export const UNDO_WINDOW_MS = 10 * 60 * 1000;

type Subject = Pick<Booking, 'status' | 'completed_at'>;

export interface BookingActions {
  complete: boolean;
  undo: boolean;
  cancel: boolean;
}

/** Which buttons a row has at this moment. */
export function actionsFor(booking: Subject, now: Date): BookingActions {
  return {
    complete: booking.status === 'confirmed',
    undo: booking.status === 'completed' && isFresh(booking.completed_at, now),
    cancel: booking.status !== 'cancelled',
  };
}

function isFresh(completedAt: string | null, now: Date): boolean {
  return completedAt !== null && now.getTime() - Date.parse(completedAt) < UNDO_WINDOW_MS;
}
