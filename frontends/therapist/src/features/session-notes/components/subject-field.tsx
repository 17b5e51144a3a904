import { Button } from '@attune/shared-ui/components/button';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import { ClientAddress } from '../../../records/client-address';
import { clientsQuery } from '../../../records/clients.api';
import records from '../../../records/records.module.css';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import type { NoteValues } from '../note-values';
import { appointmentWords } from '../note-words';
import { appointmentQuery, type SessionNote } from '../session-notes.api';
import styles from './note-dialog.module.css';
import { SubjectPicker, type Subject } from './subject-picker';

interface SubjectFieldProps {
  form: ServerForm<NoteValues>;
  note: SessionNote | undefined;
  /** What was chosen here. */
  chosen: Subject | undefined;
  onChosen: (subject: Subject) => void;
}

/** Whom a note is about: the client of one of the therapist's appointments, or a client alone. */
export function SubjectField({ form, note, chosen, onChosen }: SubjectFieldProps) {
  const booking = useField(form, 'booking_id');
  const client = useField(form, 'client_id');
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
  const choose = (subject: Subject) => {
    onChosen(subject);
    if ('appointment' in subject) set(subject.appointment.id, null);
    else set(null, subject.client.id);
    stopChoosing();
  };

  return (
    <FieldGroup legend={messages.subjectLabel} optional error={booking.error ?? client.error}>
      <div className={writing.choice} data-field="booking_id" tabIndex={-1}>
        {isEmpty ? <p className={writing.soft}>{messages.noSubject}</p> : <SubjectWords bookingId={bookingId} clientId={clientId} chosen={chosen} note={note} />}
        <div className={writing.buttons}>
          <Button ref={change} size="sm" icon="user" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
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
        {choosing && <SubjectPicker onChoose={choose} onClose={stopChoosing} />}
      </div>
    </FieldGroup>
  );
}

interface SubjectWordsProps {
  bookingId: string | null;
  clientId: string | null;
  chosen: Subject | undefined;
  note: SessionNote | undefined;
}

function SubjectWords({ bookingId, ...props }: SubjectWordsProps) {
  return <p className={styles.subjectWords}>{bookingId === null ? <ClientWords {...props} /> : <AppointmentWords bookingId={bookingId} {...props} />}</p>;
}

type WordsProps = Omit<SubjectWordsProps, 'bookingId'>;

function ClientWords(props: WordsProps) {
  const { clientId } = props;
  const name = useClientName(props);
  return (
    <>
      <strong>
        <UserText>{name ?? messages.unknownClient}</UserText>
      </strong>
      {clientId !== null && name !== undefined && name !== null && <ClientAddress id={clientId} name={name} />}
      <span className={writing.soft}>{messages.onlyClient}</span>
    </>
  );
}

function AppointmentWords({ bookingId, chosen, note }: WordsProps & { bookingId: string }) {
  const picked = chosen && 'appointment' in chosen && chosen.appointment.id === bookingId ? chosen.appointment : undefined;
  const notes = note?.appointment && note.booking_id === bookingId ? { ...note.appointment, client_name: note.client_name } : undefined;
  const known = notes ?? picked;
  const { data } = useQuery({ ...appointmentQuery(bookingId), enabled: picked === undefined });
  const appointment = known ?? data ?? undefined;
  const email = (picked ?? data)?.client_email;
  return (
    <>
      <strong>
        <UserText>{appointment?.client_name ?? messages.unknownAppointment}</UserText>
      </strong>
      {email !== undefined && <span className={records.address}>{email}</span>}
      {appointment && (
        <span className={writing.soft}>
          {appointmentWords(appointment)} · <UserText>{appointment.service_name}</UserText>
        </span>
      )}
    </>
  );
}

function useClientName({ clientId, chosen, note }: WordsProps): string | null | undefined {
  const known = chosen && 'client' in chosen && chosen.client.id === clientId ? chosen.client.name : note?.client_id === clientId ? note?.client_name : undefined;
  // Of what a draft keeps only the id is left: it is mostly one of the clients seen last.
  const { data = [] } = useQuery({ ...clientsQuery(''), enabled: known === undefined && clientId !== null });
  return known ?? data.find(({ id }) => id === clientId)?.name;
}

/** Who reads a note that is shown to its client: the name with the address, for names do not say whom it reaches. */
export function ReaderWords({ bookingId, ...props }: SubjectWordsProps) {
  const { chosen } = props;
  const name = useClientName(props);
  const picked = chosen && 'appointment' in chosen && chosen.appointment.id === bookingId ? chosen.appointment : undefined;
  const { data } = useQuery({ ...appointmentQuery(bookingId ?? ''), enabled: bookingId !== null && picked === undefined });
  const appointment = bookingId === null ? undefined : (picked ?? data ?? undefined);
  const reader = appointment ? { id: appointment.client_id, name: appointment.client_name } : bookingId === null && props.clientId !== null && name ? { id: props.clientId, name } : undefined;
  if (reader === undefined) return null;
  return (
    <span className={styles.reader}>
      <UserText>{reader.name}</UserText> <ClientAddress {...reader} />
    </span>
  );
}
