import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { notesMessages as messages } from '../messages';
import { momentWords } from '../note-words';
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
  return (
    <Card as="li">
      <article className={styles.card}>
        <div className={styles.names}>
          <UserText as="h3" className={styles.name}>
            {title}
          </UserText>
          <NoteBadges note={note} />
        </div>
        <NoteAbout note={note} />
        {preview.trim() === '' ? (
          <p className={styles.soft}>{messages.noContent}</p>
        ) : (
          <UserText as="p" className={styles.preview}>
            {preview}
          </UserText>
        )}
        {note.ai_summary !== null && (
          <p className={styles.summary}>
            <span className={styles.soft}>{messages.summary}: </span>
            <UserText>{note.ai_summary}</UserText>
          </p>
        )}
        <NoteTags tags={note.tags} />
        <div className={styles.foot}>
          <p className={styles.facts}>
            {messages.created} <time dateTime={created_at}>{momentWords(created_at)}</time>
            {updated_at !== created_at && (
              <>
                {' · '}
                {messages.updated} <time dateTime={updated_at}>{momentWords(updated_at)}</time>
              </>
            )}
          </p>
          <div className={styles.buttons}>
            <Button size="sm" icon="eye" aria-label={`${messages.view} ${title}`} onClick={() => onView(id)}>
              {messages.view}
            </Button>
            <Button size="sm" icon="edit" aria-label={`${messages.edit} ${title}`} onClick={() => actions.edit(note)}>
              {messages.edit}
            </Button>
            <Button size="sm" variant="quiet" icon="trash" aria-label={`${messages.remove} ${title}`} onClick={() => actions.remove(note)}>
              {messages.remove}
            </Button>
          </div>
        </div>
      </article>
    </Card>
  );
}
