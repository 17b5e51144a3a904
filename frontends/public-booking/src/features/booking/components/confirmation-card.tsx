import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { readFile, saveFile } from '@attune/shared-ui/files/save-file';
import { clockTime, formatDate, formatDuration, zoneCity } from '@attune/shared-ui/format';
import { readersMoment } from '@attune/shared-ui/free-times';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import { api, Link, toast } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { confirmationMessages as messages } from '../confirmation-messages';
import { bookingMessages } from '../messages';
import type { Confirmed } from '../use-booking';
import styles from './confirmation-card.module.css';

interface ConfirmationCardProps {
  confirmation: Confirmed;
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

  const { service_name, appointment_date, appointment_time, timezone, duration_minutes, therapist_name, price, manage_token } = confirmation;
  const own = readersMoment(appointment_date, appointment_time, timezone, visitorZone);
  return (
    <Card as="section" padding="lg" raised className={styles.sheet} aria-labelledby="confirmation-title">
      <span className={styles.sign}>
        <Icon name="check" size={24} />
      </span>
      <h2 id="confirmation-title" ref={title} tabIndex={-1} className={styles.title}>
        {messages.confirmedTitle}
      </h2>
      <dl className={styles.facts}>
        <Fact term={messages.service} value={<UserText>{service_name}</UserText>} />
        <Fact term={messages.date} value={formatDate(own.date, 'full')} />
        <Fact
          term={messages.time}
          value={own.there === undefined ? `${clockTime(own.time)} in ${zoneCity(timezone)}` : `${clockTime(own.time)} your time, ${own.there}`}
        />
        <Fact term={messages.duration} value={formatDuration(duration_minutes)} />
        {price !== null && <Fact term={messages.price} value={price} />}
        <Fact term={messages.therapist} value={<UserText>{therapist_name}</UserText>} />
        {confirmation.place_kind && <Fact term={messages.where} value={<PlaceOfSession place={confirmation} />} />}
      </dl>
      <div className={styles.next}>
        <p>{messages.emailSent(confirmation.client_email)}</p>
        <p>{messages.willContact(therapist_name)}</p>
        <p>
          {messages.changeByMail} {bookingMessages.freeToCancel(confirmation.cancellation_notice_hours)}
        </p>
      </div>
      <div className={styles.ways}>
        {manage_token && <AddToCalendar token={manage_token} />}
        {manage_token && (
          <Link to={`/manage#${manage_token}`} className={buttonClass({ variant: 'secondary' })}>
            {messages.manage}
          </Link>
        )}
        <Button icon="file" onClick={() => window.print()}>
          {messages.print}
        </Button>
      </div>
      <div className={styles.action}>{action}</div>
    </Card>
  );
}

/** The event that the mail carries as well, as a file. */
function AddToCalendar({ token }: { token: string }) {
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    try {
      saveFile(await readFile(api.POST('/api/bookings/manage/event.ics', { body: { token }, parseAs: 'blob' }), 'appointment.ics'));
    } catch {
      toast.error(messages.calendarFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon="calendar" loading={loading} onClick={() => void load()}>
      {messages.addToCalendar}
    </Button>
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
