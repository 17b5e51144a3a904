import { Button } from '@attune/shared-ui/components/button';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import type { NoteValues } from '../note-values';
import { appointmentWords } from '../note-words';
import { type Appointment, appointmentQuery, type SessionNote } from '../session-notes.api';
import { AppointmentPicker } from './appointment-picker';
import styles from './note-dialog.module.css';

interface SubjectFieldProps {
  form: ServerForm<NoteValues>;
  note: SessionNote | undefined;
}

/** Whom a note is about: the client of one of the therapist's appointments, or a client that it was about before. */
export function SubjectField({ form, note }: SubjectFieldProps) {
  const booking = useField(form, 'booking_id');
  const client = useField(form, 'client_id');
  const [chosen, setChosen] = useState<Appointment>();
  const [choosing, setChoosing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const [bookingId, clientId] = [booking.control.value, client.control.value];
  const isEmpty = bookingId === null && clientId === null;

  const set = (nextBooking: string | null, nextClient: string | null) => {
    booking.control.onChange(nextBooking);
    client.control.onChange(nextClient);
  };
  const stopChoosing = () => {
    setChoosing(false);
    change.current?.focus();
  };
  const choose = (appointment: Appointment) => {
    setChosen(appointment);
    set(appointment.id, null);
    stopChoosing();
  };

  return (
    <FieldGroup legend={messages.subjectLabel} optional error={booking.error ?? client.error}>
      <div className={writing.choice} data-field="booking_id" tabIndex={-1}>
        {isEmpty ? <p className={styles.soft}>{messages.noSubject}</p> : <SubjectWords bookingId={bookingId} chosen={chosen} note={note} />}
        <div className={writing.buttons}>
          <Button ref={change} size="sm" icon="calendar" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            {choosing ? messages.stopChoosing : isEmpty ? messages.choose : messages.change}
          </Button>
          {bookingId !== null && clientId !== null && (
            <Button size="sm" variant="quiet" onClick={() => set(null, clientId)}>
              {messages.clientOnly}
            </Button>
          )}
          {!isEmpty && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                set(null, null);
                change.current?.focus();
              }}
            >
              {messages.clear}
            </Button>
          )}
        </div>
        {choosing && <AppointmentPicker onChoose={choose} onClose={stopChoosing} />}
      </div>
    </FieldGroup>
  );
}

interface SubjectWordsProps {
  bookingId: string | null;
  chosen: Appointment | undefined;
  note: SessionNote | undefined;
}

function SubjectWords({ bookingId, chosen, note }: SubjectWordsProps) {
  const isNotes = note !== undefined && note.appointment !== null && bookingId === note.booking_id;
  const isUnknown = bookingId !== null && chosen?.id !== bookingId && !isNotes;
  const { data } = useQuery({ ...appointmentQuery(bookingId ?? ''), enabled: isUnknown });
  const appointment = bookingId === null ? undefined : isNotes ? note.appointment : chosen?.id === bookingId ? chosen : (data ?? undefined);
  const name = bookingId === null || isNotes ? note?.client_name : (appointment as Appointment | undefined)?.client_name;
  return (
    <p className={styles.subjectWords}>
      <strong>
        <UserText>{name ?? messages.unknownAppointment}</UserText>
      </strong>
      <span className={styles.soft}>
        {appointment ? (
          <>
            {appointmentWords(appointment)} · <UserText>{appointment.service_name}</UserText>
          </>
        ) : (
          bookingId === null && messages.onlyClient
        )}
      </span>
    </p>
  );
}
