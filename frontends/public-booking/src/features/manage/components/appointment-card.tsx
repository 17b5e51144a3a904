import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, formatDuration, relativeDay, today, zoneCity } from '@attune/shared-ui/format';
import { visitorTime } from '@attune/shared-ui/free-times';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import type { ReactNode } from 'react';
import type { ManagedBooking } from '../manage.api';
import { manageMessages as messages } from '../messages';
import styles from './appointment-card.module.css';

interface AppointmentCardProps {
  booking: ManagedBooking;
  visitorZone: string;
  children: ReactNode;
}

/** The appointment as it stands. */
export function AppointmentCard({ booking, visitorZone, children }: AppointmentCardProps) {
  const { appointment_date, appointment_time, timezone, duration_minutes, service_name, therapist_name, client_name, status } = booking;
  const own = visitorTime(appointment_date, appointment_time, timezone, visitorZone);
  return (
    <Card as="section" padding="lg" raised aria-labelledby="appointment-day">
      <StatusBadge status={status} />
      <h2 id="appointment-day" className={status === 'cancelled' ? `${styles.day} ${styles.void}` : styles.day}>
        {formatDate(appointment_date, 'full')}, {appointment_time}
      </h2>
      <p className={styles.zone}>
        {`In ${zoneCity(timezone)}`}
        {own !== undefined && `, ${own} for you`}
        {status === 'confirmed' && ` · ${relativeDay(appointment_date, today(timezone))}`}
      </p>
      <dl className={styles.facts}>
        <Fact term={messages.withTherapist} value={<UserText>{therapist_name}</UserText>} />
        <Fact term={messages.service} value={<UserText>{service_name}</UserText>} />
        <Fact term={messages.duration} value={formatDuration(duration_minutes)} />
        {booking.place_kind && status !== 'cancelled' && <Fact term={messages.where} value={<PlaceOfSession place={booking} />} />}
        <Fact term={messages.name} value={<UserText>{client_name}</UserText>} />
      </dl>
      {children}
    </Card>
  );
}

function StatusBadge({ status }: { status: ManagedBooking['status'] }) {
  if (status === 'confirmed') return <Badge tone="info">{messages.confirmed}</Badge>;
  if (status === 'completed') return <Badge tone="positive">{messages.completed}</Badge>;
  return <Badge tone="danger">{messages.cancelled}</Badge>;
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
