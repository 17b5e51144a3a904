import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, formatDuration, instantInZone, today } from '@attune/shared-ui/format';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import { telephoneLink } from '@attune/shared-ui/places/telephone-link';
import { Link } from '@attune/shared-ui/runtime';
import clsx from 'clsx';
import type { MouseEvent, ReactNode } from 'react';
import { sessionTypeWords } from '../../../session-type';
import { dayLabel, foreignZone, hasBegun, statusTone, untilStart } from '../booking-words';
import type { Booking } from '../bookings.api';
import { bookingMessages } from '../messages';
import { rowMark } from '../use-kept-focus';
import styles from './booking-row.module.css';

/** How long a completed appointment can be made confirmed again. */
export const UNDO_WINDOW_MS = 10 * 60 * 1000;

type Subject = Pick<Booking, 'status' | 'completed_at' | 'starts_at'>;

export interface BookingActions {
  complete: boolean;
  undo: boolean;
  cancel: boolean;
  /** A session that has begun: whether its client came, and when it ended. */
  record: boolean;
}

/** Which buttons a row has at this moment. */
export function actionsFor(booking: Subject, now: Date): BookingActions {
  return {
    complete: booking.status === 'confirmed',
    undo: booking.status === 'completed' && isFresh(booking.completed_at, now),
    cancel: booking.status !== 'cancelled',
    record: booking.status !== 'cancelled' && hasBegun(booking, now),
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

interface BookingRowProps {
  booking: Booking;
  now: Date;
  /** A change of this row is on its way. */
  changing: boolean;
  /** What others tell of this appointment. */
  more: ReactNode;
  /** Of the heading; in the list it stands under its day's. */
  level?: 3 | 4;
  /** Where all rows are one client's: they are told apart by their days. */
  withDay?: boolean;
  onComplete: (booking: Booking) => void;
  onUndo: (booking: Booking) => void;
  onCancel: (booking: Booking) => void;
  onMove: (booking: Booking) => void;
  onNoShow: (booking: Booking) => void;
  onEnd: (booking: Booking) => void;
}

/** One appointment of its day: when, who, what was asked, and what can be done with it now. A cancelled one only says who and how to reach them. */
export function BookingRow({ booking, now, changing, more, level = 4, withDay = false, onComplete, onUndo, onCancel, onMove, onNoShow, onEnd }: BookingRowProps) {
  const actions = actionsFor(booking, now);
  const zone = foreignZone(booking.timezone, 'short');
  const Heading = `h${level}` as const;
  const isCancelled = booking.status === 'cancelled';
  const until = booking.appointment_date === today(booking.timezone) && !isCancelled ? untilStart(booking, now) : null;
  const whom = `${booking.client_name}, ${dayLabel(booking.appointment_date, today(booking.timezone))}`;

  return (
    <li {...rowMark(booking.id)} className={clsx(styles.row, isCancelled && styles.cancelled)} aria-busy={changing || undefined}>
      <div className={styles.when}>
        <time className={styles.moment} dateTime={booking.starts_at}>
          {clockTime(booking.appointment_time)}
        </time>
        {until !== null && <span className={styles.distance}>{until}</span>}
        {zone !== null && <span className={styles.distance}>{zone} time</span>}
      </div>
      <div className={styles.who}>
        <div className={styles.head}>
          <Heading className={styles.name}>
            {withDay ? (
              dayLabel(booking.appointment_date, today(booking.timezone))
            ) : (
              <Link to={`/clients/${booking.client_id}`} className={styles.link}>
                <UserText>{booking.client_name}</UserText>
              </Link>
            )}
          </Heading>
          <Badge tone={statusTone(booking.status)}>{booking.status}</Badge>
          {booking.no_show && <Badge tone="attention">no-show</Badge>}
        </div>
        {booking.by_visitor && <p className={styles.soft}>{bookingMessages.byVisitor}</p>}
        {!withDay && <Reach booking={booking} />}
        <p className={styles.soft}>
          <UserText>{booking.service_name}</UserText> · {formatDuration(booking.duration_minutes)} ·{' '}
          {sessionTypeWords(booking.session_type)}
          {booking.series_id !== null && <> · {bookingMessages.ofSeries}</>}
          {booking.ran_until !== null && <> · ended at {clockTime(instantInZone(booking.ran_until, booking.timezone).time)}</>}
        </p>
        {booking.place_kind !== null && !isCancelled && (
          <p className={styles.soft}>
            <PlaceOfSession place={booking} words={PLACES} />
          </p>
        )}
        {booking.notes !== null && booking.notes !== '' && !isCancelled && (
          <UserText as="p" className={styles.notes} preserveLines>
            {booking.by_visitor ? `${bookingMessages.visitorsNote} “${booking.notes}”` : `“${booking.notes}”`}
          </UserText>
        )}
        <Word booking={booking} />
        {more}
      </div>
      <div className={styles.actions}>
        {actions.complete && (
          <Button size="sm" icon="check" variant={hasBegun(booking, now) ? 'primary' : 'quiet'} loading={changing} aria-label={`Complete: ${whom}`} onClick={() => onComplete(booking)}>
            Complete
          </Button>
        )}
        {actions.undo && (
          <Button size="sm" icon="undo" loading={changing} aria-label={`Undo completing: ${whom}`} onClick={(event) => isSingle(event) && onUndo(booking)}>
            Undo
          </Button>
        )}
        {actions.complete && <Move whom={whom} changing={changing} onMove={() => onMove(booking)} />}
        {actions.record && <Records booking={booking} whom={whom} changing={changing} onNoShow={onNoShow} onEnd={onEnd} />}
        {actions.cancel && (
          <Button size="sm" variant="quiet" disabled={changing} aria-label={`Cancel: ${whom}`} onClick={() => onCancel(booking)}>
            Cancel
          </Button>
        )}
      </div>
    </li>
  );
}

/** How to reach the client. */
function Reach({ booking: { client_email, client_phone, by_visitor, phone_by_visitor, own_phone } }: Pick<BookingRowProps, 'booking'>) {
  return (
    <div className={styles.reach}>
      <a className={styles.link} href={`mailto:${encodeURIComponent(client_email).replace('%40', '@')}`}>
        {client_email}
      </a>
      {own_phone !== null && <Telephone number={own_phone} />}
      {client_phone !== null && client_phone !== own_phone && (
        <span>
          {phone_by_visitor && <>{by_visitor ? bookingMessages.visitorsNumber : bookingMessages.copiedNumber} </>}
          <Telephone number={client_phone} />
        </span>
      )}
    </div>
  );
}

function Telephone({ number }: { number: string }) {
  return (
    <a className={styles.link} href={telephoneLink(number)}>
      <bdi>{number}</bdi>
    </a>
  );
}

/** What the therapist said about the last change. */
function Word({ booking: { word } }: Pick<BookingRowProps, 'booking'>) {
  if (word === null) return null;
  return (
    <UserText as="p" className={styles.soft} preserveLines>
      {`Your word to the client: “${word}”`}
    </UserText>
  );
}

function Move({ whom, changing, onMove }: { whom: string; changing: boolean; onMove: () => void }) {
  return (
    <Button size="sm" variant="quiet" icon="calendar" disabled={changing} aria-label={`Move: ${whom}`} onClick={onMove}>
      Move
    </Button>
  );
}

/** Whether the client came, and when the session ended. */
function Records({ booking, whom, changing, onNoShow, onEnd }: Pick<BookingRowProps, 'booking' | 'changing' | 'onNoShow' | 'onEnd'> & { whom: string }) {
  return (
    <>
      <Button size="sm" variant="quiet" loading={changing} aria-pressed={booking.no_show} aria-label={`No-show: ${whom}`} onClick={() => onNoShow(booking)}>
        No-show
      </Button>
      <Button size="sm" variant="quiet" disabled={changing} aria-label={`Ended at: ${whom}`} onClick={() => onEnd(booking)}>
        Ended at…
      </Button>
    </>
  );
}

/** Undo appears where Complete was: the second half of a double click must not press it. */
function isSingle(event: MouseEvent): boolean {
  return event.detail < 2;
}
