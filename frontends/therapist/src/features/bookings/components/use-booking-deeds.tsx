import { useState } from 'react';
import { hasBegun } from '../booking-words';
import type { Booking } from '../bookings.api';
import { useBookingActions } from '../use-booking-actions';
import { CancelQuestion, EarlyQuestion } from './booking-questions';

/** What can be done with rows of bookings, and the questions asked before it is. */
export function useBookingDeeds(onChanged: (booking: Booking) => void) {
  const { complete, undo, cancel, changing } = useBookingActions(onChanged);
  const [doomed, setDoomed] = useState<Booking | null>(null);
  const [early, setEarly] = useState<Booking | null>(null);
  const isChanging = (booking: Booking | null) => booking !== null && changing.has(booking.id);
  return {
    deedsOf: (booking: Booking) => ({
      changing: isChanging(booking),
      onComplete: (one: Booking) => (hasBegun(one, new Date()) ? void complete(one) : setEarly(one)),
      onUndo: (one: Booking) => void undo(one),
      onCancel: setDoomed,
    }),
    questions: (
      <>
        <CancelQuestion booking={doomed} loading={isChanging(doomed)} onClose={() => setDoomed(null)} onConfirm={(booking) => void cancel(booking).then(() => setDoomed(null))} />
        <EarlyQuestion booking={early} loading={isChanging(early)} onClose={() => setEarly(null)} onConfirm={(booking) => void complete(booking).then(() => setEarly(null))} />
      </>
    ),
  };
}
