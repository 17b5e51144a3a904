import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import type { Appointment } from '../../../wire';
import { appointmentTimesSource, type ChosenTime, type NewAppointment, rebook, useAppointmentChange } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';
import { usePlaceChoice } from '../use-place-choice';
import { OriginalSession, TimeDialog } from './time-dialog';

interface ChangeDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

const WORDS = {
  title: messages.rebookTitle,
  submit: messages.rebook,
  submitFor: messages.rebookAt,
  submitting: messages.rebooking,
  leave: messages.close,
  failed: messages.rebookFailed,
};

/** A completed session once more, at a new time. */
export default function RebookDialog({ appointment, onClose }: ChangeDialogProps) {
  const [keyring] = useState(createKeyring);
  const { session_type, offered_session_type } = appointment;
  const source = useMemo(() => appointmentTimesSource(appointment.id), [appointment.id]);
  const choice = usePlaceChoice(offered_session_type, session_type);
  const change = useAppointmentChange((chosen: NewAppointment) => rebook(appointment.id, chosen, keyring.keyFor(chosen)));
  const send = (chosen: ChosenTime) =>
    change.mutate({ ...chosen, place: choice.place }, {
      onSuccess: () => {
        toast.success(messages.rebooked);
        onClose();
      },
      onError: () => toast.error(messages.rebookFailed),
    });
  return (
    <TimeDialog
      source={source}
      timezone={appointment.timezone}
      about={<OriginalSession appointment={appointment} />}
      words={WORDS}
      sending={change.isPending}
      error={change.error}
      isComplete={choice.complete}
      onSubmit={send}
      onClose={onClose}
    >
      {choice.field}
    </TimeDialog>
  );
}
