import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { SearchPicker } from '../../../writing/search-picker';
import { useTypingPause } from '../../../writing/use-typing-pause';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { appointmentWords } from '../note-words';
import { type Appointment, appointmentsQuery } from '../session-notes.api';

interface AppointmentPickerProps {
  onChoose: (appointment: Appointment) => void;
  onClose: () => void;
}

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

/** The therapist's own appointments: the latest ones, or those of a client. */
export function AppointmentPicker({ onChoose, onClose }: AppointmentPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useTypingPause(typed.trim());
  const search = useQuery({ ...appointmentsQuery(q), placeholderData: (previous) => previous });
  return (
    <SearchPicker typed={typed} onType={setTyped} label={messages.find} hint={messages.findHint} words={WORDS} search={search} onChoose={onChoose} onClose={onClose}>
      {(appointment) => (
        <>
          <strong>
            <UserText>{appointment.client_name}</UserText>
          </strong>
          <span className={writing.soft}>
            {appointmentWords(appointment)} · <UserText>{appointment.service_name}</UserText>
            {appointment.status === 'cancelled' && ` · ${messages.cancelled}`}
          </span>
        </>
      )}
    </SearchPicker>
  );
}
