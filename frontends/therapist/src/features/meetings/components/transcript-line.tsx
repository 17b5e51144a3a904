import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatElapsed } from '@attune/shared-ui/format';
import { toast } from '@attune/shared-ui/runtime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type TranscriptLine, useCorrectLine } from '../transcript.api';
import { transcriptMessages as messages } from '../transcript-messages';
import styles from './session-notes.module.css';

const MOST = 5_000;

interface TranscriptLineRowProps {
  sessionId: string;
  line: TranscriptLine;
  /** A sentence of the notes rests on it. */
  isShown: boolean;
  canCorrect: boolean;
  onPlay?: (seconds: number) => void;
}

/** Something that was said, when, and by which voice. */
export function TranscriptLineRow({ sessionId, line, isShown, canCorrect, onPlay }: TranscriptLineRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const when = formatElapsed(line.start_seconds);
  const close = () => {
    setIsOpen(false);
    // The editor takes the focus with it.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div className={styles.line} data-shown={isShown}>
      {onPlay ? (
        <button type="button" className={styles.time} aria-label={messages.playFrom(when)} onClick={() => onPlay(line.start_seconds)}>
          {when}
        </button>
      ) : (
        <span className={styles.time}>{when}</span>
      )}
      {isOpen ? (
        <LineEditor sessionId={sessionId} line={line} onDone={close} />
      ) : (
        <>
          <div className={styles.words}>
            {line.speaker !== null && <p className={styles.speaker}>{messages.speaker(line.speaker)}</p>}
            <p>
              <UserText>{line.text}</UserText>
            </p>
            {line.original !== null && (
              <p className={styles.speaker}>
                {messages.corrected}. <UserText>{messages.heard(line.original)}</UserText>
              </p>
            )}
          </div>
          {canCorrect && (
            <Button ref={opener} size="sm" variant="quiet" icon="edit" aria-label={messages.correctLine(when)} onClick={() => setIsOpen(true)}>
              {messages.correct}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** What another window corrected meanwhile stands above, and what was typed stays. */
function LineEditor({ sessionId, line, onDone }: { sessionId: string; line: TranscriptLine; onDone: () => void }) {
  const [text, setText] = useState(line.text);
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const correct = useCorrectLine(sessionId);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === line.text) return onDone();
    setRefusal(undefined);
    try {
      await correct.mutateAsync({ line: line.id, text, version: line.version });
      toast.success(messages.saved);
      onDone();
    } catch (error) {
      setRefusal(refusalText(error, messages.saveFailed));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.editor}>
      {refusal !== undefined && (
        <Banner tone="danger" role="alert">
          {refusal} {line.text !== text && <UserText>{`“${line.text}”`}</UserText>}
        </Banner>
      )}
      <Field label={messages.field}>
        {(control) => <TextArea {...control} dir="auto" rows={3} maxLength={MOST} autoGrow required ref={field} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" size="sm" loading={correct.isPending}>
          {messages.save}
        </Button>
        <Button variant="quiet" size="sm" onClick={onDone}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}
