import { Dialog } from '@attune/shared-ui/components/dialog';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, today, zoneCity } from '@attune/shared-ui/format';
import { FormField, type Problems, SILENT, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useMemo, useRef, useState } from 'react';
import { AskedForm, useAsked } from '../../../writing/asked-form';
import { onPurposeQuestion } from '../../../writing/on-purpose';
import type { Leave } from '../../../writing/use-asked-leave';
import { dayLabel } from '../booking-words';
import type { Booking } from '../bookings.api';
import { bookingMessages as messages } from '../messages';
import { type NewPlaceBody, useBookingActions } from '../use-booking-actions';
import styles from './move-dialog.module.css';
import { SeriesScope } from './series-scope';

/** A day and an hour in the therapist's zone. */
export interface NewPlace {
  date: string;
  time: string;
}

interface MoveValues {
  appointment_date: string;
  appointment_time: string;
  word: string;
}

interface MoveDialogProps {
  booking: Booking;
  /** In whose clock the new time is given; an earlier appointment may carry another zone. */
  zone: string;
  /** Where it was dragged to. */
  to?: NewPlace | undefined;
  /** @throws what the server refused */
  move: (booking: Booking, to: NewPlaceBody, key: string) => Promise<void>;
  onClose: () => void;
}

/** Moves an appointment to another time. At one that clients could not book it asks once more. */
export function MoveDialog({ booking, onClose, ...form }: MoveDialogProps) {
  const leave: Leave = useRef(undefined);
  return (
    <Dialog open title={messages.moveTitle} description={messages.moveHint} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      <MoveForm booking={booking} {...form} leave={leave} onClose={onClose} />
    </Dialog>
  );
}

/** {@link MoveDialog} of an appointment that was dragged. */
export function DroppedDialog(props: Omit<MoveDialogProps, 'move'>) {
  const { move } = useBookingActions(() => undefined);
  return <MoveDialog {...props} move={move} />;
}

function problemsOf({ appointment_date, appointment_time }: MoveValues): Problems {
  return {
    ...(appointment_date === '' && { appointment_date: messages.dateMissing }),
    ...(appointment_time === '' && { appointment_time: messages.timeMissing }),
  };
}

function MoveForm({ booking, zone, to, move, leave, onClose }: MoveDialogProps & { leave: Leave }) {
  const [following, setFollowing] = useState(false);
  const { save, asked, forget } = useSaving(booking, following, move);
  const { appointment_date, appointment_time } = booking;
  const form = useServerForm<MoveValues>({
    stored: useMemo(() => ({ appointment_date: to?.date ?? appointment_date, appointment_time: to?.time ?? appointment_time, word: '' }), [to, appointment_date, appointment_time]),
    check: problemsOf,
    send: async (values) => {
      await save(values);
      onClose();
    },
    onRefused: (error, told) => {
      // Said in the banner, with what to do about it.
      if (onPurposeQuestion(error) !== undefined) return SILENT;
      toast.error(messages.moveFailed);
      return told;
    },
  });
  const words = following ? { once: 'Move appointments', again: 'Move them all the same', busy: 'Moving...' } : { once: 'Move appointment', again: 'Move it all the same', busy: 'Moving...' };
  return (
    <AskedForm form={form} label={messages.moveTitle} asked={asked} onInput={forget} words={words} cancelLabel={following ? 'Keep them where they are' : 'Keep it where it is'} onDone={onClose} leave={leave}>
      <p className={styles.now}>
        <strong>
          <UserText>{booking.client_name}</UserText>
        </strong>
        , now {dayLabel(appointment_date, today(booking.timezone))}, {clockTime(appointment_time)} ({zoneCity(booking.timezone)} time)
      </p>
      <SeriesScope booking={booking} following={following} onChange={setFollowing} />
      <div className={styles.pair}>
        <FormField form={form} name="appointment_date" label="New day">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField form={form} name="appointment_time" label={`New time in ${zoneCity(zone)}`}>
          {(control) => <TextInput {...control} type="time" />}
        </FormField>
      </div>
      <FormField form={form} name="word" label={messages.wordLabel} optional hint={messages.wordHint}>
        {(control) => <TextArea {...control} dir="auto" maxLength={2_000} />}
      </FormField>
    </AskedForm>
  );
}

/** The first try asks whether clients could book the time; once it was said that they could not, the next one means it. */
function useSaving(booking: Booking, following: boolean, move: MoveDialogProps['move']) {
  const [{ keyFor }] = useState(createKeyring);
  return useAsked<MoveValues>(async ({ appointment_date, appointment_time, word }, meant) => {
    const to = { appointment_date, appointment_time, ...(word.trim() !== '' && { word: word.trim() }), ...(meant && { on_purpose: true }), following };
    await move(booking, to, keyFor({ ...to, starts_at: booking.starts_at }));
  }, onPurposeQuestion);
}
