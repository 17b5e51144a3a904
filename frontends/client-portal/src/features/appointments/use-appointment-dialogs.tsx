import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Appointment } from '../../wire';

const dialogs = {
  rebook: lazy(() => import('./components/rebook-dialog')),
  move: lazy(() => import('./components/move-dialog')),
  cancel: lazy(() => import('./components/cancel-dialog')),
};

export type ChangeKind = keyof typeof dialogs;

/** The window in which an appointment is changed, and how to open it. */
export function useAppointmentDialogs(): { open: (kind: ChangeKind, appointment: Appointment) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ kind: ChangeKind; appointment: Appointment } | null>(null);
  const Opened = opened === null ? null : dialogs[opened.kind];
  return {
    open: (kind, appointment) => setOpened({ kind, appointment }),
    dialog: opened !== null && Opened !== null && (
      <Suspense fallback={null}>
        <Opened key={`${opened.kind} ${opened.appointment.id}`} appointment={opened.appointment} onClose={() => setOpened(null)} />
      </Suspense>
    ),
  };
}
