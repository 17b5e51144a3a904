import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { relativeDay, today } from '@attune/shared-ui/format';
import { useId } from 'react';
import { dayLabel } from '../booking-words';
import type { DaysAhead } from '../days-ahead';
import { bookingMessages } from '../messages';
import styles from './today-card.module.css';

const MOST = 5;

/** The next days on which there are sessions. */
export function ComingDaysCard({ days, timezone }: { days: DaysAhead['days']; timezone: string }) {
  const id = useId();
  const day = today(timezone);
  const rest = days.slice(MOST).reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <Card as="section" padding="none" aria-labelledby={id}>
      <CardHeader id={id} title="Coming days" />
      {days.length === 0 && <p className={styles.quiet}>{bookingMessages.nothingSoon}</p>}
      {days.length > 0 && (
        <ul className={styles.list}>
          {days.slice(0, MOST).map(({ date, sessions, first, last }) => (
            <li key={date} className={styles.comingDay}>
              <span className={styles.name}>{dayLabel(date, day)}</span> <span className={styles.soft}>{relativeDay(date, day)}</span>{' '}
              <span className={styles.sessions}>
                {sessions} {sessions === 1 ? `session at ${first}` : `sessions from ${first} to ${last}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className={styles.rest}>{`${rest} more within two weeks.`}</p>}
    </Card>
  );
}
