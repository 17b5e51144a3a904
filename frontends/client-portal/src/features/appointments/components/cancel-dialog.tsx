import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { localZone } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { Appointment } from '../../../wire';
import { cancelAppointment, useAppointmentChange } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';

interface ChangeDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

/** Names what is cancelled before it is. */
export default function CancelDialog({ appointment, onClose }: ChangeDialogProps) {
  const { id, appointment_date, appointment_time, timezone, therapist_name } = appointment;
  const [keyring] = useState(createKeyring);
  const change = useAppointmentChange(() => cancelAppointment(id, keyring.keyFor(id)));
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        toast.success(messages.cancelled);
        onClose();
      },
      onError: (error) => {
        toast.error(error instanceof ApiError ? error.detail : messages.cancelFailed);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.cancelTitle}
      body={messages.cancelBody(ownTimeFirst(appointment_date, appointment_time, timezone, localZone()), therapist_name)}
      confirmLabel={messages.cancel}
      cancelLabel={messages.keep}
      tone="danger"
      onConfirm={confirm}
      loading={change.isPending}
    />
  );
}
