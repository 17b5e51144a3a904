import { Button } from '@attune/shared-ui/components/button';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { useId, useState, type ReactNode } from 'react';
import type { Appointment } from '../../../wire';
import { appointmentMessages as messages } from '../messages';
import { useAppointmentDialogs } from '../use-appointment-dialogs';
import { AppointmentRow } from './appointment-row';
import styles from './appointment-list.module.css';

interface AppointmentListProps {
  title: string;
  appointments: readonly Appointment[];
  upcoming: boolean;
  empty: { title: string; text: string };
  /** At the end of the list's head. */
  action?: ReactNode;
}

const PAGE = 20;

/** Appointments in the order they came in, twenty at a time. */
export function AppointmentList({ title, appointments, upcoming, empty, action }: AppointmentListProps) {
  const headingId = useId();
  const [shown, setShown] = useState(PAGE);
  const { open, dialog } = useAppointmentDialogs();
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <CardHeader id={headingId} title={title} action={action} />
      {appointments.length === 0 ? (
        <EmptyState level={3} title={empty.title} text={empty.text} />
      ) : (
        <ul className={styles.list}>
          {appointments.slice(0, shown).map((appointment) => (
            <AppointmentRow key={appointment.id} appointment={appointment} upcoming={upcoming} onChange={open} />
          ))}
        </ul>
      )}
      {appointments.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + PAGE)}>{messages.showMore}</Button>
        </div>
      )}
      {dialog}
    </Card>
  );
}
