import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { BookingBar } from '../../features/booking/components/booking-bar';
import { BookingPanel } from '../../features/booking/components/booking-panel';
import { BookingSheet } from '../../features/booking/components/booking-sheet';
import { ConfirmationCard } from '../../features/booking/components/confirmation';
import { bookNowId } from '../../features/booking/components/service-cards';
import { fieldId, showField } from '../../features/booking/field-ids';
import { bookingMessages as messages } from '../../features/booking/messages';
import type { Booking } from '../../features/booking/use-booking';
import styles from './slug-form.module.css';

interface FormProps {
  booking: Booking;
  onCancel: () => void;
}

/** The form beside the text. */
export function CardForm({ booking, onCancel }: FormProps) {
  const actions = (
    <div className={styles.actions}>
      <Button onClick={onCancel}>{messages.cancel}</Button>
      <ConfirmButton sending={booking.sending} />
    </div>
  );
  return (
    <Card padding="none" raised>
      <BookingPanel booking={booking} actions={actions} />
    </Card>
  );
}

/** The form over the page, on a phone. Choosing a time brings the details into view. */
export function SheetForm({ booking, onCancel, onClose }: FormProps & { onClose: () => void }) {
  return (
    <BookingSheet labelledBy={fieldId('service_id')} returnFocusTo={bookNowId(booking.service?.id ?? '')} onClose={onClose}>
      <BookingPanel
        booking={booking}
        corner={<IconButton icon="close" label={messages.close} onClick={onClose} />}
        actions={
          <Button fullWidth onClick={onCancel}>
            {messages.cancel}
          </Button>
        }
        bar={<BookingBar booking={booking} place="sheet" action={<ConfirmButton sending={booking.sending} />} />}
        onTimeChosen={() => showField('client_name')}
      />
    </BookingSheet>
  );
}

/** What was booked; another booking starts from a fresh page. */
export function SlugConfirmation({ booking: { confirmation, visitorZone } }: { booking: Booking }) {
  if (confirmation === null) return null;
  return (
    <ConfirmationCard
      confirmation={confirmation}
      visitorZone={visitorZone}
      action={
        <Button fullWidth onClick={() => window.location.reload()}>
          {messages.bookAnother}
        </Button>
      }
    />
  );
}

function ConfirmButton({ sending }: { sending: boolean }) {
  return (
    <Button type="submit" variant="primary" fullWidth loading={sending}>
      {sending ? messages.booking : messages.confirmBooking}
    </Button>
  );
}
