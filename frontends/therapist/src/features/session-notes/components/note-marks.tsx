import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import records from '../../../records/records.module.css';
import { notesMessages as messages } from '../messages';
import { appointmentWords } from '../note-words';
import type { NoteSummary } from '../session-notes.api';
import styles from './notes-panel.module.css';

type Marked = Pick<NoteSummary, 'status' | 'is_client_visible' | 'is_private'>;

/** Whether a note is signed, and who may read it. */
export function NoteBadges({ note }: { note: Marked }) {
  const signed = note.status === 'signed';
  return (
    <span className={styles.badges}>
      <Badge tone={signed ? 'positive' : 'neutral'} icon={signed ? 'lock' : undefined}>
        {signed ? messages.signed : messages.draft}
      </Badge>
      {note.is_client_visible && (
        <Badge tone="info" icon="eye">
          {messages.visible}
        </Badge>
      )}
      {note.is_private && (
        <Badge tone="attention" icon="eye-off">
          {messages.private}
        </Badge>
      )}
    </span>
  );
}

/** Client and appointment in one line. */
export function NoteAbout({ note: { client_name, appointment } }: { note: Pick<NoteSummary, 'client_name' | 'appointment'> }) {
  if (client_name === null) return null;
  return (
    <p className={records.soft}>
      <UserText>{client_name}</UserText>
      {appointment && (
        <>
          {' · '}
          <time dateTime={appointment.starts_at}>{appointmentWords(appointment)}</time>
        </>
      )}
    </p>
  );
}

export function NoteTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={messages.tags}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          <UserText>{tag}</UserText>
        </li>
      ))}
    </ul>
  );
}
