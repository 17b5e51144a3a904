import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, formatDate, formatDuration, relativeDay, today } from '@attune/shared-ui/format';
import { readersMoment } from '@attune/shared-ui/free-times';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import type { ReactNode } from 'react';
import type { ManagedBooking } from '../manage.api';
import { manageMessages as messages } from '../messages';
import styles from './appointment-card.module.css';
import { Fact, Facts } from '@attune/shared-ui/components/facts';

interface AppointmentCardProps {
  booking: ManagedBooking;
  visitorZone: string;
  children: ReactNode;
}

/** The appointment as it stands. */
export function AppointmentCard({ booking, visitorZone, children }: AppointmentCardProps) {
  const { appointment_date, appointment_time, timezone, duration_minutes, service_name, therapist_name, client_name, status, is_past } = booking;
  const own = readersMoment(appointment_date, appointment_time, timezone, visitorZone);
  return (
    <Card as="section" padding="lg" raised aria-labelledby="appointment-day">
      <StatusBadge status={status} />
      <h2 id="appointment-day" tabIndex={-1} className={status === 'cancelled' ? `${styles.day} ${styles.void}` : styles.day}>
        {formatDate(own.date, 'full')}, {clockTime(own.time)}
      </h2>
      <p className={styles.zone}>
        {[own.there, status === 'confirmed' && relativeDay(own.date, today(visitorZone))].filter(Boolean).join(' · ')}
      </p>
      <Facts>
        <Fact term={messages.withTherapist} value={<UserText>{therapist_name}</UserText>} />
        {!is_past && <Fact term={messages.service} value={<UserText>{service_name}</UserText>} />}
        <Fact term={messages.duration} value={formatDuration(duration_minutes)} />
        {booking.place_kind && status !== 'cancelled' && !is_past && <Fact term={messages.where} value={<PlaceOfSession place={booking} />} />}
        {!is_past && <Fact term={messages.name} value={<UserText>{client_name}</UserText>} />}
      </Facts>
      {children}
    </Card>
  );
}

function StatusBadge({ status }: { status: ManagedBooking['status'] }) {
  if (status === 'confirmed') return <Badge tone="info">{messages.confirmed}</Badge>;
  if (status === 'completed') return <Badge tone="positive">{messages.completed}</Badge>;
  return <Badge tone="danger">{messages.cancelled}</Badge>;
}
