import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { today } from '@attune/shared-ui/format';
import type { Booking } from '../bookings.api';
import { dayLabel } from '../booking-words';
import { bookingMessages } from '../messages';

interface CancelBookingDialogProps {
  booking: Booking | null;
  loading: boolean;
  onClose: () => void;
  onConfirm: (booking: Booking) => void;
}

/** Asks before an appointment is cancelled and names it. */
export function CancelBookingDialog({ booking, loading, onClose, onConfirm }: CancelBookingDialogProps) {
  if (booking === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={bookingMessages.cancelQuestion}
      body={
        <>
          <strong>
            <bdi dir="auto">{booking.client_name}</bdi>
          </strong>
          , {dayLabel(booking.appointment_date, today(booking.timezone))}, {booking.appointment_time}
        </>
      }
      confirmLabel="Cancel appointment"
      cancelLabel="Keep it"
      loading={loading}
      onConfirm={() => onConfirm(booking)}
    />
  );
}
