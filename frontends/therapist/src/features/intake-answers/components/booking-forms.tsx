import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { Link, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { Answer } from '../../../wire';
import { appointmentWords, tallyWords } from '../answer-words';
import { formsOfBookingsQuery, type SentForm } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import styles from './booking-forms.module.css';
import { ItemNine } from './item-nine';
import { SendForm } from './send-form';
import { SentFormRow } from './sent-form-row';

type Booking = Pick<Answer<'/api/therapist/bookings', 'get'>[number], 'id' | 'client_name' | 'client_email' | 'starts_at' | 'ends_at' | 'timezone' | 'status'>;

/** What is known of a booking's forms: themselves, that they could not be loaded, or nothing yet. */
interface Known {
  forms: readonly SentForm[] | undefined;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

/** For rows of bookings: reads the forms of all of them together, and gives what each row shows of its own. */
export function useBookingForms(bookings: readonly Pick<Booking, 'id'>[]) {
  const { data, isFetched, isFetching, refetch } = useQuery({
    ...formsOfBookingsQuery(bookings.map(({ id }) => id)),
    enabled: bookings.length > 0,
    placeholderData: (previous) => previous,
  });
  const known = (bookingId: string): Known => {
    // Of a row that has just come into the list, the earlier answer knows nothing; the others keep what is known of them.
    const forms = data?.asked.has(bookingId) ? data.forms.filter(({ booking_id }) => booking_id === bookingId) : undefined;
    return { forms, failed: data === undefined && isFetched, retrying: isFetching, retry: () => void refetch() };
  };
  return (booking: Booking) => <BookingForms booking={booking} {...known(booking.id)} />;
}

/** A booking's forms in a line, which opens them. */
export function BookingForms({ booking, ...known }: { booking: Booking } & Known) {
  const { forms, failed } = known;
  const [open, setOpen] = useState(false);
  if (forms === undefined && !failed) return <div className={styles.line}><Skeleton width={150} height={20} /></div>;
  if (forms?.length === 0 && booking.status === 'cancelled' && !open) return null;
  const none = forms?.length === 0 ? messages.sendAForm : messages.rowFailed;
  const words = forms && forms.length > 0 ? messages.tally(tallyWords(forms)) : none;
  const whom = `${booking.client_name}, ${appointmentWords(booking.starts_at, booking.timezone)}`;
  return (
    <div className={styles.line}>
      <Button size="sm" variant="quiet" icon="form" className={styles.opener} aria-haspopup="dialog" aria-label={`${words}: ${whom}`} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {forms && <ItemNine forms={forms} />}
      {open && <FormsDialog booking={booking} onClose={() => setOpen(false)} {...known} />}
    </div>
  );
}

function FormsDialog({ booking, forms, failed, retrying, retry, onClose }: { booking: Booking; onClose: () => void } & Known) {
  const { id, client_name, client_email, starts_at, ends_at, timezone, status } = booking;
  const ahead = status === 'confirmed' && Date.parse(ends_at) > Date.now();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.forms}
      description={
        <>
          <UserText>{client_name}</UserText>, {appointmentWords(starts_at, timezone)}
        </>
      }
    >
      {failed ? (
        <ErrorPanel level={3} title={messages.loadFailed} text={messages.nothingChanged} onRetry={retry} retrying={retrying} />
      ) : (
        <>
          {forms?.length === 0 && <p className={styles.none}>{messages.noneForBooking}</p>}
          <ul className={styles.list}>
            {forms?.map((form) => (
              <SentFormRow key={form.id} form={form} />
            ))}
          </ul>
          <SendForm bookingId={id} address={client_email} ahead={ahead} sent={forms ?? []} />
        </>
      )}
      <p className={styles.more}>
        <Link to="/intake-forms/sent">{messages.listTitle}</Link>
      </p>
    </Dialog>
  );
}
