import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { UserText } from '@attune/shared-ui/components/user-text';
import type { SessionNote } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { writtenOn } from '../record-words';
import { ByPractice } from './by-practice';
import { MoreInCopy } from './more-in-copy';
import { LongText } from './long-text';
import styles from './records.module.css';

/** The notes that therapists share with this client, newest first. @param all how many there are */
export function NoteList({ notes, all }: { notes: readonly SessionNote[]; all: number }) {
  return (
    <>
      <ByPractice items={notes}>{(some) => <Notes notes={some} />}</ByPractice>
      {all > notes.length && <MoreInCopy text={messages.olderNotes(all - notes.length)} />}
    </>
  );
}

function Notes({ notes }: { notes: readonly SessionNote[] }) {
  if (notes.length === 0) {
    return (
      <Card padding="none">
        <EmptyState level={2} drawing="notes" title={messages.noNotesTitle} text={messages.noNotesText} />
      </Card>
    );
  }
  return (
    <div className={styles.list}>
      {notes.map(({ id, session_summary, client_visible_notes, created_at, therapist_name }) => (
        <Card key={id} as="article" padding="lg">
          <UserText as="h2" className={styles.title}>
            {session_summary}
          </UserText>
          <p className={styles.meta}>
            <time dateTime={created_at}>{writtenOn(created_at)}</time> {messages.by} <UserText>{therapist_name}</UserText>
          </p>
          <LongText text={client_visible_notes} className={styles.text} />
        </Card>
      ))}
    </div>
  );
}
