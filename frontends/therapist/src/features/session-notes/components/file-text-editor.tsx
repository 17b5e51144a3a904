import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type FilePage, type FilePlace, useCorrectPage } from '../file-reading.api';
import { isConflict } from '../note-words';
import { readingMessages as messages } from '../reading-messages';
import { TextDifference } from './text-difference-lazy';
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
  const takeTheirs = () => {
    setText(page.correction ?? page.text);
    setBase(page.version);
    setClash(false);
  };
  const isRead = page.version !== base;

  return (
    <form onSubmit={submit} className={styles.text}>
      {clash && (
        <>
          <Banner
            tone="attention"
            role="alert"
            title={messages.conflictTitle}
            action={
              <div className={styles.buttons}>
                <Button size="sm" disabled={correct.isPending || !isRead} onClick={() => void save(page.version)}>
                  {messages.saveMine}
                </Button>
                <Button size="sm" disabled={correct.isPending || !isRead} onClick={takeTheirs}>
                  {messages.takeTheirs}
                </Button>
              </div>
            }
          >
            {messages.conflictText}
          </Banner>
          {isRead && <Sides mine={text} theirs={page.correction ?? page.text} />}
        </>
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

function Sides({ mine, theirs }: { mine: string; theirs: string }) {
  return (
    <div className={styles.sides}>
      {(['before', 'after'] as const).map((side) => (
        <section key={side} className={styles.side} aria-label={side === 'before' ? messages.theirs : messages.mine}>
          <h5>{side === 'before' ? messages.theirs : messages.mine}</h5>
          <Suspense fallback={<p className={styles.soft}>{messages.comparing}</p>}>
            <TextDifference before={theirs} after={mine} side={side} />
          </Suspense>
        </section>
      ))}
    </div>
  );
}
