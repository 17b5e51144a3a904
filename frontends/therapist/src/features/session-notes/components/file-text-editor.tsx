import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConflictNotice } from '../../../writing/conflict-notice';
import { type FilePage, type FilePlace, useCorrectPage } from '../file-reading.api';
import { isConflict } from '../note-words';
import { readingMessages as messages } from '../reading-messages';
import styles from './file-text.module.css';

const MOST = 100_000;

interface FileTextEditorProps {
  /** As it is now: another window may correct it meanwhile. */
  page: FilePage;
  place: FilePlace;
  onDone: () => void;
}

/** Corrects a page. When another window was quicker, both texts stand beside one another, and the therapist decides. */
export function FileTextEditor({ page, place, onDone }: FileTextEditorProps) {
  const [text, setText] = useState(page.correction ?? page.text);
  const [base, setBase] = useState(page.version);
  const [clash, setClash] = useState(false);
  const correct = useCorrectPage(place);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const save = async (version: number) => {
    try {
      await correct.mutateAsync({ page: page.page, text, version });
      toast.success(messages.saved);
      onDone();
    } catch (error) {
      if (isConflict(error)) setClash(true);
      else toast.error(refusalText(error, messages.saveFailed));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  const takeSaved = () => {
    setText(page.correction ?? page.text);
    setBase(page.version);
    setClash(false);
  };
  const isRead = page.version !== base;

  return (
    <form onSubmit={submit} className={styles.text}>
      {clash && (
        <ConflictNotice
          title={messages.conflictTitle}
          text={messages.conflictText}
          mine={text}
          saved={isRead ? (page.correction ?? page.text) : undefined}
          busy={correct.isPending}
          onSaveMine={() => void save(page.version)}
          onTakeSaved={takeSaved}
        />
      )}
      <Field label={messages.field} hint={messages.fieldHint}>
        {(control) => <TextArea {...control} dir="auto" rows={12} maxLength={MOST} autoGrow ref={field} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" loading={correct.isPending} disabled={clash}>
          {messages.save}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}
