import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { clockTime, instantInZone } from '@attune/shared-ui/format';
import { toast } from '@attune/shared-ui/runtime';
import { type FormEvent, useState } from 'react';
import { type Booking, useNoteEnd } from '../bookings.api';
import { foreignZone } from '../booking-words';
import { bookingMessages } from '../messages';
import styles from './end-dialog.module.css';

interface EndDialogProps {
  booking: Booking;
  onClose: () => void;
  onNoted: () => void;
}

/** Asks when a session ended that was not over when it was planned to be. */
export function EndDialog({ booking, onClose, onNoted }: EndDialogProps) {
  const noteEnd = useNoteEnd();
  const planned = instantInZone(booking.ends_at, booking.timezone).time;
  const [time, setTime] = useState(() => instantInZone(booking.ran_until ?? booking.ends_at, booking.timezone).time);
  const [problem, setProblem] = useState<string>();
  const busy = noteEnd.isPending;
  const zone = foreignZone(booking.timezone);
  const send = async (ended_at: string | null) => {
    try {
      await noteEnd.mutateAsync({ id: booking.id, ended_at });
      toast.success(ended_at === null ? bookingMessages.endAsPlanned : bookingMessages.endNoted);
      onNoted();
      onClose();
    } catch (error) {
      setProblem(refusalText(error, bookingMessages.changeFailed));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (time === '') setProblem(bookingMessages.endMissing);
    else void send(time === planned ? null : time);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} size="sm" title={bookingMessages.endTitle} description={bookingMessages.endHint}>
      <form className={styles.form} onSubmit={submit}>
        <Field label="Ended at" hint={`Planned: ${clockTime(planned)}${zone === null ? '' : `, ${zone} time`}`} error={problem}>
          {(aria) => (
            <TextInput
              {...aria}
              type="time"
              value={time}
              onChange={(event) => {
                setTime(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
          {booking.ran_until !== null && (
            <Button variant="quiet" disabled={busy} onClick={() => void send(null)}>
              It ended as planned
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
