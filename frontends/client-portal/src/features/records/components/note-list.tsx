import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { UserText } from '@attune/shared-ui/components/user-text';
import type { SessionNote } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { noteQuery, notesQuery } from '../notes.api';
import { writtenOn } from '../record-words';
import { useWhole } from '../use-whole';
import { ByPractice } from './by-practice';
import { MoreInCopy } from './more-in-copy';
import { Older } from './older';
import styles from './records.module.css';
import { ShowWhole } from './show-whole';

interface NoteListProps {
  /** The newest. */
  notes: readonly SessionNote[];
  /** How many there are. */
  all: number;
  /** Where they go on. */
  older: string | null;
}

/** The notes that therapists share with this client, newest first. */
export function NoteList({ notes, all, older }: NoteListProps) {
  const more = older !== null && (
    <Older cursor={older} query={notesQuery} label={messages.showOlderNotes} title={messages.olderNotesTitle}>
      {(entries) => <Cards notes={entries} />}
    </Older>
  );
  return (
    <>
      <ByPractice items={notes} after={more}>
        {(some) => <Notes notes={some} />}
      </ByPractice>
      {older === null && all > notes.length && <MoreInCopy text={messages.olderNotes(all - notes.length)} />}
    </>
  );
}

function Notes({ notes }: { notes: readonly SessionNote[] }) {
  if (notes.length > 0) return <Cards notes={notes} />;
  return (
    <Card padding="none">
      <EmptyState level={2} drawing="notes" title={messages.noNotesTitle} text={messages.noNotesText} />
    </Card>
  );
}

function Cards({ notes }: { notes: readonly SessionNote[] }) {
  return (
    <div className={styles.list}>
      {notes.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </div>
  );
}

function Note({ note }: { note: SessionNote }) {
  const whole = useWhole(noteQuery(note.id));
  const { session_summary, client_visible_notes, created_at, therapist_name } = whole.data ?? note;
  return (
    <Card as="article" padding="lg">
      <UserText as="h2" className={styles.title}>
        {session_summary}
      </UserText>
      <p className={styles.meta}>
        <time dateTime={created_at}>{writtenOn(created_at)}</time> {messages.by} <UserText>{therapist_name}</UserText>
      </p>
      {client_visible_notes !== '' && (
        <UserText as="p" className={styles.text} preserveLines>
          {client_visible_notes}
        </UserText>
      )}
      {!note.is_whole && <ShowWhole whole={whole} label={messages.showWhole} />}
    </Card>
  );
}
