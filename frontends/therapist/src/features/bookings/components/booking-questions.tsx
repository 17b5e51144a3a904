import { ConfirmDialog, type ConfirmDialogProps } from '@attune/shared-ui/components/confirm-dialog';
import { clockTime, today } from '@attune/shared-ui/format';
import type { Booking } from '../bookings.api';
import { dayDistance, dayLabel } from '../booking-words';
import { bookingMessages } from '../messages';

interface BookingQuestionProps {
  booking: Booking | null;
  loading: boolean;
  onClose: () => void;
  onConfirm: (booking: Booking) => void;
}

/** Asks before an appointment is cancelled and names it. */
export function CancelQuestion(props: BookingQuestionProps) {
  return <BookingQuestion {...props} title={bookingMessages.cancelQuestion} confirmLabel="Cancel appointment" cancelLabel="Keep it" tone="danger" />;
}

/** Asks before a session is completed that has not begun. */
export function EarlyQuestion(props: BookingQuestionProps) {
  return <BookingQuestion {...props} title={bookingMessages.earlyQuestion} confirmLabel="Complete appointment" cancelLabel="Not yet" tone="primary" />;
}

type Words = Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'cancelLabel' | 'tone'>;

function BookingQuestion({ booking, loading, onClose, onConfirm, ...words }: BookingQuestionProps & Words) {
  if (booking === null) return null;
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={(open) => !open && onClose()}
      body={
        <>
          <strong>
            <bdi dir="auto">{booking.client_name}</bdi>
          </strong>
          , {dayLabel(booking.appointment_date, today(booking.timezone))}, {clockTime(booking.appointment_time)} ({dayDistance(booking)})
        </>
      }
      loading={loading}
      onConfirm={() => onConfirm(booking)}
    />
  );
}
