import { formatDate, zoneCity } from '@attune/shared-ui/format';
import { dayAndTime, readersMoment } from '@attune/shared-ui/free-times';
import type { ReactNode } from 'react';
import { bookingMessages as messages } from '../messages';
import { lengthAndPrice, priceLabel } from '../price-label';
import type { Booking } from '../use-booking';
import styles from './booking-bar.module.css';

interface BookingBarProps {
  booking: Booking;
  action: ReactNode;
  /** Stays at the foot of what scrolls around it, or of the window. */
  place: 'sheet' | 'window';
}

/** What is chosen so far and the next step, within a thumb's reach. */
export function BookingBar({ booking, action, place }: BookingBarProps) {
  const { above, below } = summary(booking);
  return (
    <div className={`${styles.bar} ${styles[place]}`}>
      <div className={styles.words}>
        <p className={styles.above}>{above}</p>
        <p className={styles.below}>{below}</p>
      </div>
      <div className={styles.action}>{action}</div>
    </div>
  );
}

function summary({ service, draft, therapist, visitorZone }: Booking): { above: string; below: string } {
  if (service === null) return { above: messages.noServiceChosen, below: '' };
  const { appointment_date: date, appointment_time: time } = draft;
  if (date === null) return { above: messages.chooseDayShort, below: lengthAndPrice(service) };
  if (time === null) return { above: formatDate(date, 'medium'), below: messages.chooseTimeShort };
  const own = readersMoment(date, time, therapist.timezone, visitorZone);
  return { above: dayAndTime(own.date, own.time), below: `${own.there ?? zoneCity(therapist.timezone)}\u00a0· ${priceLabel(service)}` };
}
