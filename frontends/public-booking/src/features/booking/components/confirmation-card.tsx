import { Card } from '@attune/shared-ui/components/card';
import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, formatDuration, zoneCity } from '@attune/shared-ui/format';
import { visitorTime } from '@attune/shared-ui/free-times';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import { useEffect, useRef, type ReactNode } from 'react';
import type { BookingConfirmation } from '../booking.api';
import { bookingMessages as messages } from '../messages';
import styles from './confirmation-card.module.css';

interface ConfirmationCardProps {
  confirmation: BookingConfirmation;
  visitorZone: string;
  /** Where to go from here. */
  action: ReactNode;
}

/** What was booked and what happens next. Takes the focus, for it replaces the form. */
export default function ConfirmationCard({ confirmation, visitorZone, action }: ConfirmationCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);

  const { service_name, appointment_date, appointment_time, timezone, duration_minutes, therapist_name } = confirmation;
  const own = visitorTime(appointment_date, appointment_time, timezone, visitorZone);
  return (
    <Card as="section" padding="lg" raised aria-labelledby="confirmation-title">
      <span className={styles.sign}>
        <Icon name="check" size={24} />
      </span>
      <h2 id="confirmation-title" ref={title} tabIndex={-1} className={styles.title}>
        {messages.confirmedTitle}
      </h2>
      <dl className={styles.facts}>
        <Fact term={messages.service} value={<UserText>{service_name}</UserText>} />
        <Fact term={messages.date} value={formatDate(appointment_date, 'full')} />
        <Fact
          term={messages.time}
          value={`${appointment_time} in ${zoneCity(timezone)}${own === undefined ? '' : `, ${own} for you`}`}
        />
        <Fact term={messages.duration} value={formatDuration(duration_minutes)} />
        <Fact term={messages.therapist} value={<UserText>{therapist_name}</UserText>} />
        {confirmation.place_kind && <Fact term={messages.where} value={<PlaceOfSession place={confirmation} />} />}
      </dl>
      <div className={styles.next}>
        <p>{messages.emailSent(confirmation.client_email)}</p>
        <p>{messages.willContact(therapist_name)}</p>
        <p>
          {messages.changeByMail} {messages.freeToCancel(confirmation.cancellation_notice_hours)}
        </p>
      </div>
      {action}
    </Card>
  );
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
