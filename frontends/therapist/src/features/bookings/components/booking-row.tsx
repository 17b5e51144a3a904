import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration, today } from '@attune/shared-ui/format';
import { type AgreedPlace, PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import type { MouseEvent, ReactNode } from 'react';
import { sessionTypeWords } from '../../../session-type';
import { dayDistance, dayLabel, foreignZone, statusTone } from '../booking-words';
import type { Booking } from '../bookings.api';
import styles from './booking-row.module.css';

/** How long a completed appointment can be made confirmed again. */
export const UNDO_WINDOW_MS = 10 * 60 * 1000;

type Subject = Pick<Booking, 'status' | 'completed_at'>;

export interface BookingActions {
  complete: boolean;
  undo: boolean;
  cancel: boolean;
}

/** Which buttons a row has at this moment. */
export function actionsFor(booking: Subject, now: Date): BookingActions {
  return {
    complete: booking.status === 'confirmed',
    undo: booking.status === 'completed' && isFresh(booking.completed_at, now),
    cancel: booking.status !== 'cancelled',
  };
}

function isFresh(completedAt: string | null, now: Date): boolean {
  return completedAt !== null && now.getTime() - Date.parse(completedAt) < UNDO_WINDOW_MS;
}

const PLACES = {
  'in-person': 'In person',
  video: 'By video',
  'therapist-calls': 'By telephone: you call your client',
  'client-calls': 'By telephone: your client calls you',
};

/** Who is to call needs the number that was given with the booking. */
function placeFor({ place_kind, place_detail, client_phone }: Booking): AgreedPlace {
  return { place_kind, place_detail: place_kind === 'therapist-calls' ? client_phone : place_detail };
}

interface BookingRowProps {
  booking: Booking;
  now: Date;
  /** A change of this row is on its way. */
  changing: boolean;
  /** What others tell of this appointment. */
  more: ReactNode;
  onComplete: (booking: Booking) => void;
  onUndo: (booking: Booking) => void;
  onCancel: (booking: Booking) => void;
}

/** One appointment: when, who, what was asked, and what can be done with it now. */
export function BookingRow({ booking, now, changing, more, onComplete, onUndo, onCancel }: BookingRowProps) {
  const actions = actionsFor(booking, now);
  const zone = foreignZone(booking.timezone, 'short');
  const whom = `${booking.client_name}, ${dayLabel(booking.appointment_date, today(booking.timezone))}`;

  return (
    <li className={styles.row} aria-busy={changing || undefined}>
      <div className={styles.when}>
        <time className={styles.moment} dateTime={booking.starts_at}>
          <span>{dayLabel(booking.appointment_date, today(booking.timezone))}</span>{' '}
          <span className={styles.time}>{booking.appointment_time}</span>
        </time>
        <span className={styles.distance}>{dayDistance(booking)}</span>
        {zone !== null && <span className={styles.distance}>{zone} time</span>}
      </div>
      <div className={styles.who}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <UserText>{booking.client_name}</UserText>
          </h3>
          <Badge tone={statusTone(booking.status)}>{booking.status}</Badge>
        </div>
        <a className={styles.email} href={`mailto:${encodeURIComponent(booking.client_email).replace('%40', '@')}`}>
          {booking.client_email}
        </a>
        <p className={styles.soft}>
          <UserText>{booking.service_name}</UserText> · {formatDuration(booking.duration_minutes)} ·{' '}
          {sessionTypeWords(booking.session_type)}
        </p>
        {booking.place_kind !== null && (
          <p className={styles.soft}>
            <PlaceOfSession place={placeFor(booking)} words={PLACES} />
          </p>
        )}
        {booking.notes !== null && booking.notes !== '' && (
          <UserText as="p" className={styles.notes} preserveLines>
            {`“${booking.notes}”`}
          </UserText>
        )}
        {more}
      </div>
      <div className={styles.actions}>
        {actions.complete && (
          <Button size="sm" icon="check" loading={changing} aria-label={`Complete: ${whom}`} onClick={() => onComplete(booking)}>
            Complete
          </Button>
        )}
        {actions.undo && (
          <Button size="sm" icon="undo" loading={changing} aria-label={`Undo completing: ${whom}`} onClick={(event) => isSingle(event) && onUndo(booking)}>
            Undo
          </Button>
        )}
        {actions.cancel && (
          <Button size="sm" variant="quiet" disabled={changing} aria-label={`Cancel: ${whom}`} onClick={() => onCancel(booking)}>
            Cancel
          </Button>
        )}
      </div>
    </li>
  );
}

/** Undo appears where Complete was: the second half of a double click must not press it. */
function isSingle(event: MouseEvent): boolean {
  return event.detail < 2;
}
