import { toast } from '@attune/shared-ui/runtime';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { Appointment } from '../../wire';
import { appointmentMessages as messages } from './messages';

const dialogs = {
  rebook: () => import('./components/rebook-dialog'),
  move: () => import('./components/move-dialog'),
  cancel: () => import('./components/cancel-dialog'),
};

export type ChangeKind = keyof typeof dialogs;

interface Opened {
  kind: ChangeKind;
  appointment: Appointment;
  Dialog: ComponentType<{ appointment: Appointment; onClose: () => void }>;
}

/** The window in which an appointment is changed, and how to open it. One that cannot be fetched says so; the page stays. */
export function useAppointmentDialogs(): { open: (kind: ChangeKind, appointment: Appointment) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = async (kind: ChangeKind, appointment: Appointment) => {
    try {
      const { default: Dialog } = await dialogs[kind]();
      setOpened({ kind, appointment, Dialog });
    } catch {
      toast.error(messages.notOpened);
    }
  };
  return {
    open: (kind, appointment) => void open(kind, appointment),
    dialog: opened && (
      <opened.Dialog key={`${opened.kind} ${opened.appointment.id}`} appointment={opened.appointment} onClose={() => setOpened(null)} />
    ),
  };
}
