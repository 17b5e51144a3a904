import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { Grant, Therapist } from '../../../wire';
import { useOpenAccess } from '../emergency.api';
import { emergencyMessages as messages } from '../messages';
import styles from './emergency.module.css';

const SHORTEST_REASON = 10;
const LONGEST_REASON = 1000;

interface OpenAccessDialogProps {
  therapist: Therapist;
  onClose: () => void;
  onOpened: (grant: Grant) => void;
}

/** Says what emergency access does and asks for the reason. */
export function OpenAccessDialog({ therapist, onClose, onOpened }: OpenAccessDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const open = useOpenAccess();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useId();

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (open.isPending) return;
    const given = reason.trim();
    setProblem(given.length < SHORTEST_REASON ? messages.reasonShort : '');
    if (given.length < SHORTEST_REASON) input.current?.focus();
    else open.mutate({ therapist_id: therapist.id, reason: given }, { onSuccess: onOpened });
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !open.isPending && onClose()}
      title={messages.dialogTitle}
      description={<bdi dir="auto">{therapist.display_name}</bdi>}
      initialFocus={input}
      footer={
        <>
          <Button disabled={open.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="danger" loading={open.isPending}>
            {messages.open}
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        {messages.consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <form id={form} noValidate className={styles.stack} onSubmit={submit}>
        <Field label={messages.reason} hint={messages.reasonHint} error={problem || undefined}>
          {(aria) => (
            <TextArea
              {...aria}
              ref={input}
              dir="auto"
              autoGrow
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setProblem('');
              }}
            />
          )}
        </Field>
        {open.isError && (
          <Banner tone="danger" role="alert">
            {refusalText(open.error, messages.openFailed)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
