import { Banner } from '@attune/shared-ui/components/banner';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { momentOf } from '../calendar-words';
import { decisionMessages as messages } from '../decision-messages';
import type { CalendarAppointment, Decision } from '../decisions.api';
import styles from './disagreement.module.css';

interface DecisionDialogProps {
  appointment: CalendarAppointment;
  /** @throws what the server refused */
  decide: (decision: Decision, word?: string) => Promise<void>;
  onClose: () => void;
}

/** Asks before an appointment follows what was done at Google, names both versions, and takes a word to the client. A refusal loses nothing that was typed. */
export function DecisionDialog({ appointment, decide, onClose }: DecisionDialogProps) {
  const { trouble, client_name, starts_at, timezone, google_starts_at } = appointment;
  const isMove = trouble === 'moved';
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ field?: string | undefined; text?: string | undefined }>({});
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const confirm = async () => {
    setBusy(true);
    setRefused({});
    try {
      await decide('follow', word.trim() || undefined);
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? error.errors?.find((one) => one.field === 'word')?.message : undefined;
      const text = refusalText(error, messages.failed);
      setRefused(field === undefined ? { text } : { field });
      setBusy(false);
      // By now the window may be gone with its question.
      await new Promise((resolve) => setTimeout(resolve));
      if (!isThere.current) toast.error(text);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isMove ? messages.moveQuestion : messages.cancelQuestion}
      body={
        <div className={styles.asked}>
          <strong>
            <UserText>{client_name}</UserText>
          </strong>
          <dl className={styles.versions}>
            <dt>{messages.agreed}</dt>
            <dd>{momentOf(starts_at, timezone)}</dd>
            <dt>{messages.inGoogle}</dt>
            <dd>{isMove && google_starts_at !== null ? momentOf(google_starts_at, timezone) : messages.deletedThere}</dd>
          </dl>
          {isMove && <p>{messages.moveTold}</p>}
          <Field label={messages.wordLabel} optional hint={messages.wordHint} error={refused.field}>
            {(aria) => <TextArea {...aria} dir="auto" maxLength={2_000} value={word} onChange={(event) => setWord(event.target.value)} />}
          </Field>
          {refused.text !== undefined && (
            <Banner tone="danger" role="alert">
              {refused.text}
            </Banner>
          )}
        </div>
      }
      confirmLabel={isMove ? messages.moveConfirm : messages.cancelConfirm}
      cancelLabel={isMove ? messages.moveKeep : messages.cancelKeep}
      tone={isMove ? 'primary' : 'danger'}
      loading={busy}
      onConfirm={() => void confirm()}
    />
  );
}
