import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration } from '@attune/shared-ui/format';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import { useId } from 'react';
import type { Appointment } from '../../../wire';
import { whenOf } from '../appointment-words';
import { appointmentMessages as messages } from '../messages';
import styles from './next-session.module.css';

/** What a client comes for most often: when the next session is, with whom and where. */
export function NextSession({ appointment }: { appointment: Appointment }) {
  const titleId = useId();
  const { day, time, there, distance } = whenOf(appointment);
  return (
    <Card as="section" padding="none" raised aria-labelledby={titleId}>
      <div className={styles.card}>
        <div>
          <p className={styles.label}>
            {messages.nextSession}, {distance}
          </p>
          <h2 id={titleId} className={styles.when}>
            <time dateTime={appointment.starts_at}>
              <span className={styles.time}>{day},</span> <span className={styles.time}>{time}</span>
            </time>
          </h2>
          {there !== undefined && <p className={styles.soft}>{there}</p>}
        </div>
        <div>
          <p>
            {formatDuration(appointment.duration_minutes)} {messages.with} <UserText>{appointment.therapist_name}</UserText>
          </p>
          {appointment.place_kind !== null && (
            <p className={styles.soft}>
              <PlaceOfSession place={appointment} />
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
