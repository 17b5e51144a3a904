import { ConfirmDialog, type ConfirmDialogProps } from '@attune/shared-ui/components/confirm-dialog';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { clockTime, today } from '@attune/shared-ui/format';
import { type ReactNode, useState } from 'react';
import type { Booking } from '../bookings.api';
import { dayDistance, dayLabel } from '../booking-words';
import { bookingMessages } from '../messages';
import type { Cancellation } from '../use-booking-actions';
import styles from './booking-questions.module.css';
import { SeriesScope } from './series-scope';

interface BookingQuestionProps {
  booking: Booking | null;
  loading: boolean;
  onClose: () => void;
  onConfirm: (booking: Booking) => void;
}

interface CancelQuestionProps extends Omit<BookingQuestionProps, 'onConfirm'> {
  onConfirm: (booking: Booking, cancellation: Cancellation) => void;
}

/** Asks before an appointment is cancelled, names it, and takes a word to the client. */
export function CancelQuestion({ onConfirm, onClose, ...props }: CancelQuestionProps) {
  const { booking } = props;
  const [word, setWord] = useState('');
  const [following, setFollowing] = useState(false);
  const reset = () => {
    setWord('');
    setFollowing(false);
  };
  return (
    <BookingQuestion
      {...props}
      title={bookingMessages.cancelQuestion(following)}
      confirmLabel={following ? 'Cancel appointments' : 'Cancel appointment'}
      cancelLabel={following ? 'Keep them' : 'Keep it'}
      tone="danger"
      more={
        <div className={styles.more}>
          {booking?.status === 'confirmed' && <SeriesScope booking={booking} following={following} onChange={setFollowing} />}
          <Field label={bookingMessages.wordLabel} optional hint={bookingMessages.wordHint}>
            {(aria) => <TextArea {...aria} dir="auto" maxLength={2_000} value={word} onChange={(event) => setWord(event.target.value)} />}
          </Field>
        </div>
      }
      onClose={() => {
        reset();
        onClose();
      }}
      onConfirm={(one) => {
        onConfirm(one, { word: word.trim() || undefined, ...(following && { following }) });
        reset();
      }}
    />
  );
}

/** Asks before a session is completed that has not begun. */
export function EarlyQuestion(props: BookingQuestionProps) {
  return <BookingQuestion {...props} title={bookingMessages.earlyQuestion} confirmLabel="Complete appointment" cancelLabel="Not yet" tone="primary" />;
}

type Words = Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'cancelLabel' | 'tone'>;

function BookingQuestion({ booking, loading, onClose, onConfirm, more, ...words }: BookingQuestionProps & Words & { more?: ReactNode }) {
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
          {more}
        </>
      }
      loading={loading}
      onConfirm={() => onConfirm(booking)}
    />
  );
}
