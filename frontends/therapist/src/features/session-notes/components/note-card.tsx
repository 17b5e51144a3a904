import { UserText } from '@attune/shared-ui/components/user-text';
import { RecordCard } from '../../../records/record-card';
import { momentWords } from '../../../records/record-words';
import records from '../../../records/records.module.css';
import { notesMessages as messages } from '../messages';
import type { NoteSummary } from '../session-notes.api';
import type { NoteActions } from './note-actions';
import { NoteAbout, NoteBadges, NoteTags } from './note-marks';
import styles from './notes-panel.module.css';

interface NoteCardProps {
  note: NoteSummary;
  onView: (id: string) => void;
  actions: NoteActions;
}

/** A note in the list: what it is about, how it begins, and what can be done with it. */
export function NoteCard({ note, onView, actions }: NoteCardProps) {
  const { id, title, preview, created_at, updated_at } = note;
  const facts = (
    <>
      {messages.created} <time dateTime={created_at}>{momentWords(created_at)}</time>
      {updated_at !== created_at && (
        <>
          {' · '}
          {messages.updated} <time dateTime={updated_at}>{momentWords(updated_at)}</time>
        </>
      )}
    </>
  );
  return (
    <RecordCard
      title={title}
      badges={<NoteBadges note={note} />}
      facts={facts}
      words={messages}
      onView={() => onView(id)}
      onEdit={() => actions.edit(note)}
      onRemove={() => actions.remove(note)}
    >
      <NoteAbout note={note} />
      {preview.trim() === '' ? (
        <p className={records.soft}>{messages.noContent}</p>
      ) : (
        <UserText as="p" className={styles.preview}>
          {preview}
        </UserText>
      )}
      {note.ai_summary !== null && (
        <p className={styles.summary}>
          <span className={records.soft}>{messages.summary}: </span>
          <UserText>{note.ai_summary}</UserText>
        </p>
      )}
      <NoteTags tags={note.tags} />
    </RecordCard>
  );
}
