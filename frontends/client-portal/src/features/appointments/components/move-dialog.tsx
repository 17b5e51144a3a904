import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import type { Appointment } from '../../../wire';
import { appointmentTimesSource, moveAppointment, useAppointmentChange, type ChosenTime } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';
import { OriginalSession, TimeDialog } from './time-dialog';

interface ChangeDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

const WORDS = {
  title: messages.moveTitle,
  submit: messages.move,
  submitFor: messages.moveTo,
  submitting: messages.moving,
  leave: messages.keepTime,
  failed: messages.moveFailed,
};

/** Another day, another time; the appointment stays where it is until the new time is certain. */
export default function MoveDialog({ appointment, onClose }: ChangeDialogProps) {
  const source = useMemo(() => appointmentTimesSource(appointment.id), [appointment.id]);
  const [keyring] = useState(createKeyring);
  const change = useAppointmentChange((chosen: ChosenTime) => moveAppointment(appointment.id, chosen, keyring.keyFor(chosen)));
  const send = (chosen: ChosenTime) =>
    change.mutate(chosen, {
      onSuccess: () => {
        toast.success(messages.moved);
        onClose();
      },
      onError: () => toast.error(messages.moveFailed),
    });
  return (
    <TimeDialog
      source={source}
      timezone={appointment.timezone}
      about={<OriginalSession appointment={appointment} />}
      words={WORDS}
      note={appointment.policy}
      sending={change.isPending}
      error={change.error}
      onSubmit={send}
      onClose={onClose}
    />
  );
}
