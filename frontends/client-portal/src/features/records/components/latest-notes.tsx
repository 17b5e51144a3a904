import { Button } from '@attune/shared-ui/components/button';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useId } from 'react';
import { HeadAction } from '../../../frame/head-action';
import type { SessionNote } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { writtenOn } from '../record-words';
import styles from './records.module.css';

interface LatestNotesProps {
  notes: readonly SessionNote[];
  proofRequired: boolean;
  onOpenNotes: () => void;
}

/** The newest notes at a glance; behind a fresh proof, the way to it. */
export function LatestNotes({ notes, proofRequired, onOpenNotes }: LatestNotesProps) {
  const headingId = useId();
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <CardHeader
        id={headingId}
        title={messages.latest}
        action={!proofRequired && <HeadAction label={messages.seeAll} about={messages.sessionNotes} onPress={onOpenNotes} />}
      />
      <CardBody>
        {proofRequired && (
          <div className={styles.ask}>
            <p className={styles.soft}>{messages.proofShort}</p>
            <Button icon="lock" onClick={onOpenNotes}>
              {messages.proofOpen}
            </Button>
          </div>
        )}
        {!proofRequired && notes.length === 0 && <p className={styles.soft}>{messages.noNotesText}</p>}
        <div className={styles.list}>
          {notes.map(({ id, session_summary, client_visible_notes, created_at, therapist_name }) => (
            <article key={id}>
              <UserText as="h3" className={styles.small}>
                {session_summary}
              </UserText>
              <p className={styles.meta}>
                <time dateTime={created_at}>{writtenOn(created_at)}</time> {messages.by} <UserText>{therapist_name}</UserText>
              </p>
              <UserText as="p" className={styles.text} clamp={3}>
                {client_visible_notes}
              </UserText>
            </article>
          ))}
        </div>
      </CardBody>
    </Card>
  );
}
