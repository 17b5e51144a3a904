import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type Client, clientsQuery } from '../../../records/clients.api';
import { FoundClient } from '../../../records/found-client';
import records from '../../../records/records.module.css';
import { sameNameWords, sharesName } from '../../../records/same-name';
import { SearchPicker } from '../../../writing/search-picker';
import { useTypingPause } from '../../../writing/use-typing-pause';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { appointmentWords } from '../note-words';
import { type Appointment, appointmentsQuery } from '../session-notes.api';

/** Whom a note can be about. */
export type Subject = { appointment: Appointment } | { client: Client };

interface SubjectPickerProps {
  onChoose: (subject: Subject) => void;
  onClose: () => void;
}

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

/** The therapist's own clients and their appointments: the latest ones, or those that are looked for. */
export function SubjectPicker({ onChoose, onClose }: SubjectPickerProps) {
  const [typed, setTyped] = useState('');
  const search = useSubjects(useTypingPause(typed.trim()));
  const among = (search.data ?? []).map(({ subject }) => ('client' in subject ? subject.client : personOf(subject.appointment)));
  return (
    <SearchPicker typed={typed} onType={setTyped} label={messages.find} hint={messages.findHint} words={WORDS} search={search} onChoose={({ subject }) => onChoose(subject)} onClose={onClose}>
      {({ subject }) => ('appointment' in subject ? <AppointmentRow appointment={subject.appointment} among={among} /> : <ClientRow client={subject.client} among={among} />)}
    </SearchPicker>
  );
}

/** Clients come first once somebody is looked for by name: there are few of them, and appointments of each. */
function useSubjects(q: string) {
  const appointments = useQuery({ ...appointmentsQuery(q), placeholderData: (previous) => previous });
  const clients = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  const ofAppointments = appointments.data?.map((appointment) => ({ id: appointment.id, subject: { appointment } }));
  const ofClients = clients.data?.map((client) => ({ id: client.id, subject: { client } }));
  return {
    data: ofAppointments && ofClients && (q === '' ? [...ofAppointments, ...ofClients] : [...ofClients, ...ofAppointments]),
    isLoadingError: appointments.isLoadingError || clients.isLoadingError,
    isFetching: appointments.isFetching || clients.isFetching,
  };
}

function personOf({ client_id: id, client_name: name, client_email: email }: Appointment): Client {
  return { id, name, email };
}

function AppointmentRow({ appointment, among }: { appointment: Appointment; among: readonly Client[] }) {
  return (
    <>
      <strong>
        <UserText>{appointment.client_name}</UserText>
      </strong>
      <span className={records.address}>
        {appointment.client_email}
        {sharesName(personOf(appointment), among) && `. ${sameNameWords}`}
      </span>
      <span className={writing.soft}>
        {appointmentWords(appointment)} · <UserText>{appointment.service_name}</UserText>
        {appointment.status === 'cancelled' && ` · ${messages.cancelled}`}
      </span>
    </>
  );
}

function ClientRow({ client, among }: { client: Client; among: readonly Client[] }) {
  return (
    <>
      <FoundClient client={client} among={among} />
      <span className={writing.soft}>{messages.clientAlone}</span>
    </>
  );
}
