import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { Appointment } from '../../../wire';
import { rebook, useAppointmentChange, type ChosenTime } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';
import { TimeDialog } from './time-dialog';

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
  const change = useAppointmentChange((chosen: ChosenTime) => rebook(appointment.id, chosen, keyring.keyFor(chosen)));
  const send = (chosen: ChosenTime) =>
    change.mutate(chosen, {
      onSuccess: () => {
        toast.success(messages.rebooked);
        onClose();
      },
      onError: () => toast.error(messages.rebookFailed),
    });
  return <TimeDialog appointment={appointment} words={WORDS} sending={change.isPending} error={change.error} onSubmit={send} onClose={onClose} />;
}
