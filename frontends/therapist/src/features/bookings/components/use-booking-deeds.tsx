import { useState } from 'react';
import { hasBegun } from '../booking-words';
import type { Booking } from '../bookings.api';
import { useBookingActions } from '../use-booking-actions';
import { CancelQuestion, EarlyQuestion } from './booking-questions';
import { EndDialog } from './end-dialog';
import { MoveDialog } from './move-dialog';

/**
 * What can be done with rows of bookings, and the questions asked before it is.
 * @param onGone an appointment was moved or cancelled: a window about it would lie over the toast that takes it back
 */
export function useBookingDeeds(zone: string, onChanged: (booking: Booking) => void, onGone?: () => void) {
  const { complete, undo, cancel, move, noShow, changing } = useBookingActions(onChanged);
  const [doomed, setDoomed] = useState<Booking | null>(null);
  const [early, setEarly] = useState<Booking | null>(null);
  const [ended, setEnded] = useState<Booking | null>(null);
  const [moved, setMoved] = useState<Booking | null>(null);
  const isChanging = (booking: Booking | null) => booking !== null && changing.has(booking.id);
  return {
    deedsOf: (booking: Booking) => ({
      changing: isChanging(booking),
      onComplete: (one: Booking) => (hasBegun(one, new Date()) ? void complete(one) : setEarly(one)),
      onUndo: (one: Booking) => void undo(one),
      onCancel: setDoomed,
      onMove: setMoved,
      onNoShow: (one: Booking) => void noShow(one, !one.no_show),
      onEnd: setEnded,
    }),
    questions: (
      <>
        <CancelQuestion booking={doomed} loading={isChanging(doomed)} onClose={() => setDoomed(null)} onConfirm={(booking, cancellation) => void cancel(booking, cancellation).then((done) => {
            setDoomed(null);
            if (done) onGone?.();
          })} />
        <EarlyQuestion booking={early} loading={isChanging(early)} onClose={() => setEarly(null)} onConfirm={(booking) => void complete(booking).then(() => setEarly(null))} />
        {moved && <MoveDialog key={moved.id} booking={moved} zone={zone} move={(...to) => move(...to).then(onGone)} onClose={() => setMoved(null)} />}
        {ended && <EndDialog key={ended.id} booking={ended} onClose={() => setEnded(null)} onNoted={() => onChanged(ended)} />}
      </>
    ),
  };
}
