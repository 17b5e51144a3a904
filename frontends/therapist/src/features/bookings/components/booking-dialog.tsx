import { Dialog } from '@attune/shared-ui/components/dialog';
import { formatDate } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import type { Booking } from '../bookings.api';
import styles from './booking-dialog.module.css';
import { BookingRow } from './booking-row';
import type { UseMoreOfRows } from './bookings-list';
import { useBookingDeeds } from './use-booking-deeds';

const REFRESH_MS = 15_000;

interface BookingDialogProps {
  booking: Booking;
  /** The therapist's. */
  zone: string;
  useMoreOfRows: UseMoreOfRows;
  onClose: () => void;
}

/** One appointment by itself, with all that its row in the list tells and can do. */
export function BookingDialog({ booking, zone, useMoreOfRows, onClose }: BookingDialogProps) {
  const now = new Date(useNow(REFRESH_MS));
  const moreOf = useMoreOfRows([booking]);
  const { deedsOf, questions } = useBookingDeeds(zone, () => undefined, onClose);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="lg" title={formatDate(booking.appointment_date, 'full')}>
      <ul className={styles.alone}>
        <BookingRow level={3} booking={booking} now={now} more={moreOf(booking)} {...deedsOf(booking)} />
      </ul>
      {questions}
    </Dialog>
  );
}
