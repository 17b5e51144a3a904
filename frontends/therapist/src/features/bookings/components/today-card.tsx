import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime } from '@attune/shared-ui/format';
import { useId } from 'react';
import { sessionTypeWords } from '../../../session-type';
import type { Booking } from '../bookings.api';
import { foreignZone, statusTone, untilStart } from '../booking-words';
import type { DaysAhead } from '../days-ahead';
import { bookingMessages } from '../messages';
import { NextSession } from './next-session';
import styles from './today-card.module.css';

interface TodayCardProps {
  /** Undefined while it is read. */
  ahead: DaysAhead | undefined;
  failed: boolean;
  timezone: string;
  now: Date;
  onOpenBookings: () => void;
}

/** The day at a glance, with the next appointment marked; where the day holds none any more, the one that comes after it. */
export function TodayCard({ ahead, failed, timezone, now, onOpenBookings }: TodayCardProps) {
  const headingId = useId();
  const bookings = ahead?.today;
  const next = bookings?.find((one) => one.status === 'confirmed' && untilStart(one, now) !== null);
  const zone = foreignZone(timezone);
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <CardHeader
        id={headingId}
        title="Today"
        action={
          <Button variant="quiet" size="sm" onClick={onOpenBookings}>
            All bookings
          </Button>
        }
      />
      {zone !== null && bookings !== undefined && bookings.length > 0 && <p className={styles.zone}>Times are in {zone}.</p>}
      {failed && <p className={styles.quiet}>Today’s appointments could not be loaded.</p>}
      {!failed && bookings === undefined && <DayLoading />}
      {bookings?.length === 0 && <p className={styles.quiet}>{bookingMessages.nothingToday}</p>}
      {bookings !== undefined && bookings.length > 0 && (
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <DayRow key={booking.id} booking={booking} now={now} isNext={booking === next} />
          ))}
        </ul>
      )}
      {ahead?.next && <NextSession booking={ahead.next} />}
      {ahead?.isNothing && <p className={styles.rest}>{bookingMessages.nothingAhead}</p>}
    </Card>
  );
}

function DayRow({ booking, now, isNext }: { booking: Booking; now: Date; isNext: boolean }) {
  const until = isNext ? untilStart(booking, now) : null;
  return (
    <li className={isNext ? `${styles.row} ${styles.next}` : styles.row}>
      <time className={styles.time} dateTime={booking.starts_at}>
        {clockTime(booking.appointment_time)}
      </time>
      <div className={styles.words}>
        <p className={styles.name}>
          <UserText>{booking.client_name}</UserText>
        </p>
        <p className={styles.soft}>
          <UserText>{booking.service_name}</UserText> · {sessionTypeWords(booking.session_type)}
          {until !== null && ` · ${until}`}
        </p>
      </div>
      <div className={styles.status}>
        <Badge tone={statusTone(booking.status)}>{booking.status}</Badge>
      </div>
    </li>
  );
}

function DayLoading() {
  return (
    <SkeletonGroup label="Loading today’s appointments">
      <div className={styles.row}>
        <Skeleton width={48} height={20} />
        <Skeleton width="60%" height={20} />
      </div>
      <div className={styles.row}>
        <Skeleton width={48} height={20} />
        <Skeleton width="45%" height={20} />
      </div>
    </SkeletonGroup>
  );
}
