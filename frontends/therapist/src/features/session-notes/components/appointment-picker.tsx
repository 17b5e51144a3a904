import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { editorMessages as messages } from '../messages';
import { appointmentWords } from '../note-words';
import { type Appointment, appointmentsQuery } from '../session-notes.api';
import { useTypingPause } from '../use-typing-pause';
import styles from './note-dialog.module.css';

interface AppointmentPickerProps {
  onChoose: (appointment: Appointment) => void;
  onClose: () => void;
}

/** The therapist's own appointments: the latest ones, or those of a client. */
export function AppointmentPicker({ onChoose, onClose }: AppointmentPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useTypingPause(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  const { data, isLoadingError, isFetching } = useQuery({ ...appointmentsQuery(q), placeholderData: (previous) => previous });
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would send the note, Escape would close its window.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const status = isLoadingError ? messages.findFailed : data === undefined || isFetching ? messages.finding : data.length === 0 ? messages.noneFound : '';

  return (
    <div className={styles.picker}>
      <Field label={messages.find} hint={messages.findHint}>
        {(aria) => <TextInput {...aria} ref={input} type="search" dir="auto" value={typed} onChange={(event) => setTyped(event.target.value)} onKeyDown={onKeyDown} />}
      </Field>
      <p role="status" className={styles.soft}>
        {status}
      </p>
      {data !== undefined && data.length > 0 && (
        <ul className={styles.appointments}>
          {data.map((appointment) => (
            <li key={appointment.id}>
              <button type="button" className={styles.appointment} onClick={() => onChoose(appointment)}>
                <strong>
                  <UserText>{appointment.client_name}</UserText>
                </strong>
                <span className={styles.soft}>
                  {appointmentWords(appointment)} · <UserText>{appointment.service_name}</UserText>
                  {appointment.status === 'cancelled' && ` · ${messages.cancelled}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
