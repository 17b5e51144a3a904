import { Button } from '@attune/shared-ui/components/button';
import { formatInstant } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type BookingMail, mailsOfBookingsQuery } from '../mails.api';
import { mailMessages as messages } from '../messages';
import styles from './booking-mails.module.css';
import { MailsDialog } from './mails-dialog';

interface Booking {
  id: string;
  client_name: string;
  starts_at: string;
}

/** For rows of bookings: reads the mails of all of them together, and gives what each row shows of its own. */
export function useBookingMails(bookings: readonly Pick<Booking, 'id'>[]) {
  const { data } = useQuery({
    ...mailsOfBookingsQuery(bookings.map(({ id }) => id)),
    enabled: bookings.length > 0,
    placeholderData: (previous) => previous,
  });
  return (booking: Booking) => <BookingMails booking={booking} mails={data?.filter(({ booking_id }) => booking_id === booking.id) ?? []} />;
}

/** In a word how far the mails of a booking are, which opens them; nothing where none are known. */
function BookingMails({ booking, mails }: { booking: Booking; mails: readonly BookingMail[] }) {
  const [open, setOpen] = useState(false);
  if (mails.length === 0 && !open) return null;
  const failed = mails.some(({ state }) => state === 'failed');
  const words = failed ? messages.someFailed : mails.some(({ state }) => state === 'queued') ? messages.onTheWay : messages.allSent;
  return (
    <div className={styles.line}>
      <Button size="sm" variant="quiet" icon={failed ? 'alert' : 'mail'} className={styles.opener} aria-haspopup="dialog" aria-label={`${words}: ${booking.client_name}, ${formatInstant(booking.starts_at)}`} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {open && <MailsDialog bookingId={booking.id} onClose={() => setOpen(false)} />}
    </div>
  );
}
