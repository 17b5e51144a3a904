import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, today } from '@attune/shared-ui/format';
import { sessionTypeWords } from '../../../session-type';
import { dayDistance, dayLabel } from '../booking-words';
import type { Booking } from '../bookings.api';
import styles from './today-card.module.css';

/** The session that comes next, on a day that holds none any more. */
export function NextSession({ booking }: { booking: Booking }) {
  return (
    <div className={styles.nextSession}>
      <p className={styles.label}>Next session · {dayDistance(booking)}</p>
      <p className={styles.nextName}>
        <UserText>{booking.client_name}</UserText>
      </p>
      <p className={styles.soft}>
        <time dateTime={booking.starts_at}>
          {dayLabel(booking.appointment_date, today(booking.timezone))}, {clockTime(booking.appointment_time)}
        </time>{' '}
        · <UserText>{booking.service_name}</UserText> · {sessionTypeWords(booking.session_type)}
      </p>
    </div>
  );
}
