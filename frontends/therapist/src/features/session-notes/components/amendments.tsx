import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { FormField, FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { momentWords } from '../../../records/record-words';
import { notesMessages as messages } from '../messages';
import { type Amendment, type SessionNote, useNoteDeed } from '../session-notes.api';
import styles from './note-details.module.css';

interface AmendmentsProps {
  note: SessionNote;
  amendments: readonly Amendment[];
}

/** What was added to a note since it was signed; a signed one can be added to. */
export function Amendments({ note, amendments }: AmendmentsProps) {
  const isSigned = note.status === 'signed';
  if (!isSigned && amendments.length === 0) return null;
  return (
    <Card as="section" padding="lg" aria-labelledby="note-amendments">
      <div className={styles.sheet}>
        <h3 id="note-amendments" className={styles.heading}>
          {messages.amendments}
        </h3>
        {amendments.length === 0 && <p className={styles.soft}>{messages.noAmendments}</p>}
        {amendments.length > 0 && (
          <ol className={styles.amendments}>
            {amendments.map(({ id, text, created_at }) => (
              <li key={id}>
                <time dateTime={created_at} className={styles.when}>
                  {momentWords(created_at)}
                </time>
                <UserText as="div" className={styles.content}>
                  {text}
                </UserText>
              </li>
            ))}
          </ol>
        )}
        {isSigned && <NewAmendment note={note} />}
      </div>
    </Card>
  );
}

function NewAmendment({ note }: { note: SessionNote }) {
  const deed = useNoteDeed();
  const [keyring] = useState(createKeyring);
  const form = useServerForm<{ text: string }>({
    stored: { text: '' },
    keep: { form: 'session-note-amendment', record: note.id },
    check: ({ text }): Record<string, string> => (text.trim() === '' ? { text: messages.amendmentRequired } : {}),
    send: async ({ text }) => {
      await deed.mutateAsync({ kind: 'amend', id: note.id, version: note.version, text, key: keyring.keyFor({ text, version: note.version }) });
      toast.success(messages.amended);
      return { text: '' };
    },
    onRefused: (error) => toast.error(refusalText(error, messages.amendFailed)),
  });
  return (
    <form {...form.props} className={styles.amend}>
      <FormNotes form={form} />
      <FormField form={form} name="text" label={messages.amendment} hint={messages.amendmentHint}>
        {(control) => <TextArea {...control} dir="auto" rows={3} maxLength={20_000} autoGrow />}
      </FormField>
      <div>
        <Button type="submit" loading={form.busy}>
          {messages.amend}
        </Button>
      </div>
    </form>
  );
}
