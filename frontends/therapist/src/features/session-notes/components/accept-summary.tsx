import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { analysisMessages as messages } from '../analysis-messages';
import { useAnalysisDeed, type AnalysisDeed, type NoteAnalysis } from '../note-analysis.api';
import type { SessionNote } from '../session-notes.api';
import styles from './note-analysis.module.css';

const MAX_SUMMARY = 5_000;

/** The summary becomes the note's only when the therapist says so, in their own words if they want. */
export function AcceptSummary({ analysis, note }: { analysis: NoteAnalysis; note: SessionNote }) {
  const made = (analysis.result?.summary ?? []).map(({ text }) => text).join(' ');
  const [text, setText] = useState<string | null>(made === '' ? '' : null);
  const deed = useAnalysisDeed(note.id, note.version);
  const run = async (wanted: AnalysisDeed, done: string, failed: string) => {
    try {
      await deed.mutateAsync(wanted);
      toast.success(done);
    } catch (error) {
      toast.error(refusalText(error, failed));
    }
    // The buttons go with what they were about.
    document.getElementById('note-analysis')?.closest('section')?.focus({ preventScroll: true });
  };
  const summary = (text ?? made).trim();
  const isPending = (kind: AnalysisDeed['kind']) => deed.isPending && deed.variables?.kind === kind;
  return (
    <div className={styles.editor}>
      {text !== null && (
        <Field label={messages.summaryLabel} hint={messages.summaryHint}>
          {(aria) => <TextArea {...aria} autoGrow rows={5} maxLength={MAX_SUMMARY} value={text} onChange={({ target }) => setText(target.value)} />}
        </Field>
      )}
      {note.is_client_visible && <p className={styles.soft}>{messages.clientReads}</p>}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon="check"
          disabled={summary === '' || analysis.is_stale}
          loading={isPending('accept')}
          onClick={() => void run({ kind: 'accept', analysisId: analysis.id, summary }, messages.accepted, messages.acceptFailed)}
        >
          {messages.accept}
        </Button>
        <Button icon="edit" disabled={analysis.is_stale} onClick={() => setText(text === null ? made : null)}>
          {text === null ? messages.edit : messages.cancelEdit}
        </Button>
        <Button variant="quiet" icon="trash" loading={isPending('dismiss')} onClick={() => void run({ kind: 'dismiss' }, messages.dismissed, messages.dismissFailed)}>
          {messages.dismiss}
        </Button>
      </div>
    </div>
  );
}
