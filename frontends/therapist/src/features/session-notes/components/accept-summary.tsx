import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { AnalysedSource } from '../analysed-source';
import { useAnalysisDeed, type AnalysisDeed, type NoteAnalysis } from '../note-analysis.api';
import styles from './note-analysis.module.css';

const MAX_SUMMARY = 5_000;

/** The summary becomes the note's, or the file's, only when the therapist says so, in their own words if they want. */
export function AcceptSummary({ analysis, source: { place, clientReads, messages } }: { analysis: NoteAnalysis; source: AnalysedSource }) {
  const made = (analysis.result?.summary ?? []).map(({ text }) => text).join(' ');
  const [text, setText] = useState<string | null>(made === '' ? '' : null);
  const deed = useAnalysisDeed(place);
  const run = async (wanted: AnalysisDeed, done: string, failed: string) => {
    try {
      await deed.mutateAsync(wanted);
      toast.success(done);
    } catch (error) {
      toast.error(refusalText(error, failed));
    }
    // The buttons go with what they were about.
    document.getElementById(place.fileId === null ? 'note-analysis' : 'file-analysis')?.closest('section')?.focus({ preventScroll: true });
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
      {clientReads && <p className={styles.soft}>{messages.clientReads}</p>}
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
