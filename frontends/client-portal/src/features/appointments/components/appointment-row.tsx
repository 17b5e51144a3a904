import { Badge } from '@attune/shared-ui/components/badge';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import { useContext, useRef } from 'react';
import { ConfirmPractice } from '../../../practices/confirm-practice';
import { NotYours, UnknownPractices } from '../../../practices/not-yours';
import type { Appointment } from '../../../wire';
import { calendarFileUrl } from '../appointments.api';
import { lengthAndPlace, statusTone, statusWord, whenOf } from '../appointment-words';
import { appointmentMessages as messages } from '../messages';
import type { ChangeKind } from '../use-appointment-dialogs';
import styles from './appointment-row.module.css';
import { WhoBooked } from './who-booked';

interface AppointmentRowProps {
  appointment: Appointment;
  /** Still to come: it can be moved or cancelled, as far as the therapist's policy goes. */
  upcoming: boolean;
  onChange: (kind: ChangeKind, appointment: Appointment) => void;
}

/** One appointment: when, with whom, what for, and what can be done with it. The rule is said before the click. */
export function AppointmentRow({ appointment, upcoming, onChange }: AppointmentRowProps) {
  const { starts_at, status, service_name, therapist_name, client_notes, therapist_word, policy } = appointment;
  const { day, time, there, distance } = whenOf(appointment);
  const whom = `${service_name}, ${day}, ${time}`;
  const { isOwn, isAsked } = whose(appointment);
  const canRebook = useCanRebook(appointment);
  const row = useRef<HTMLLIElement>(null);
  const focusRow = () => row.current?.focus();
  const press = (kind: ChangeKind) => () => onChange(kind, appointment);
  return (
    <li ref={row} tabIndex={-1} className={styles.row}>
      <div className={styles.when}>
        <time dateTime={starts_at} className={status === 'cancelled' ? `${styles.moment} ${styles.void}` : styles.moment}>
          {day}, {time}
        </time>
        {there !== undefined && <span className={styles.soft}>{there}</span>}
        {upcoming && <span className={styles.soft}>{distance}</span>}
      </div>
      <div className={styles.what}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <UserText>{service_name}</UserText>
          </h3>
          <Badge tone={statusTone(status)}>{statusWord(status)}</Badge>
        </div>
        <p className={styles.soft}>
          <UserText>{therapist_name}</UserText> · {lengthAndPlace(appointment)}
        </p>
        {upcoming && appointment.place_kind !== null && (
          <p className={styles.soft}>
            <PlaceOfSession place={appointment} isLive={appointment.practice_confirmed} />
          </p>
        )}
        {client_notes !== null && client_notes !== '' && (
          <UserText as="p" className={styles.notes} preserveLines>
            {appointment.by_visitor ? `${messages.visitorsNote} “${client_notes}”` : `“${client_notes}”`}
          </UserText>
        )}
        {therapist_word !== null && (
          <UserText as="p" className={styles.notes} preserveLines>
            {`${messages.wordFrom(therapist_name)}: “${therapist_word}”`}
          </UserText>
        )}
        {!appointment.practice_confirmed && <NotYours therapistId={appointment.therapist_id} />}
        {isAsked && <p className={styles.policy}><UserText>{asking(appointment)}</UserText></p>}
        {!isOwn && !isAsked && <p className={styles.policy}>{messages.cancelledOfVisitor}</p>}
        {upcoming && <p className={styles.policy}>{policy}</p>}
        <div className={styles.actions}>
          {upcoming && appointment.can_change && (
            <>
              <Button size="sm" icon="calendar" aria-label={`${messages.move}: ${whom}`} onClick={press('move')}>
                {messages.moveShort}
              </Button>
              <Button size="sm" variant="quiet" aria-label={`${messages.cancel}: ${whom}`} onClick={press('cancel')}>
                {messages.cancelShort}
              </Button>
            </>
          )}
          {upcoming && (
            <a
              className={buttonClass({ size: 'sm', variant: 'quiet' })}
              href={calendarFileUrl(appointment.id)}
              download="appointment.ics"
              aria-label={`${messages.addToCalendar}: ${whom}`}
            >
              {messages.addToCalendar}
            </a>
          )}
          {isAsked && !appointment.practice_confirmed && <ConfirmPractice therapistId={appointment.therapist_id} name={therapist_name} oneOfMany onConfirmed={focusRow} />}
          {isAsked && appointment.practice_confirmed && <WhoBooked appointment={appointment} whom={whom} onAnswered={focusRow} />}
          {canRebook && (
            <Button size="sm" icon="repeat" aria-label={`${messages.rebook}: ${whom}`} onClick={press('rebook')}>
              {messages.rebook}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** Whether the client is known to have booked it, and else whether they can still say so: what was cancelled is nobody's to take any more. */
function whose({ practice_confirmed, by_visitor, status }: Appointment): { isOwn: boolean; isAsked: boolean } {
  const isOwn = practice_confirmed && !by_visitor;
  return { isOwn, isAsked: !isOwn && !(practice_confirmed && status === 'cancelled') };
}

/** At a practice that they never went to, while they go to others, whether they do is asked first. */
function useCanRebook({ status, can_rebook, practice_confirmed, therapist_id: id }: Appointment): boolean {
  const isStrange = useContext(UnknownPractices).some(({ therapist_id }) => therapist_id === id);
  return status === 'completed' && can_rebook && (practice_confirmed || !isStrange);
}

/** Who booked it, and what there is to say about that. */
function asking({ practice_confirmed, by_visitor, by_practice, therapist_name }: Appointment): string {
  if (practice_confirmed) return messages.byVisitor;
  if (by_visitor) return messages.unconfirmed;
  return by_practice ? messages.bookedForYou(therapist_name) : messages.bookedUnsigned;
}
