import { relativeDay, today } from '@attune/shared-ui/format';
import { type ReactNode, useId } from 'react';
import { dayLabel } from '../booking-words';
import styles from './bookings-list.module.css';

interface DayGroupProps {
  /** yyyy-MM-dd */
  date: string;
  timezone: string;
  children: ReactNode;
}

/** The appointments of one day, under its name. */
export function DayGroup({ date, timezone, children }: DayGroupProps) {
  const id = useId();
  const day = today(timezone);
  return (
    <section className={styles.day}>
      <h3 id={id} className={styles.date}>
        <span className={styles.distance}>{relativeDay(date, day)}</span> <span>{dayLabel(date, day)}</span>
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}
