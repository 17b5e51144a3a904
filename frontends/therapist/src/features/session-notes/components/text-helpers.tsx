import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { appended, type NoteValues } from '../note-values';
import { type LastNoteOf, templatesQuery } from '../session-notes.api';
import { LastNoteDialog } from './last-note-dialog';
import styles from './note-dialog.module.css';

interface TextHelpersProps {
  form: ServerForm<NoteValues>;
  noteId: string | undefined;
}

/** Templates and the last session's note; both are added below what is there. */
export function TextHelpers({ form, noteId }: TextHelpersProps) {
  const booking = useField(form, 'booking_id').control.value;
  const client = useField(form, 'client_id').control.value;
  const [copying, setCopying] = useState(false);
  const of: LastNoteOf | undefined = booking !== null ? { booking_id: booking } : client !== null ? { client_id: client } : undefined;

  const add = (text: string) => {
    const content = form.values().content;
    const next = appended(content, text);
    form.set('content', next);
    writeOn(form, next.length - text.length + text.indexOf('\n') + 1);
  };
  return (
    <div className={styles.helpers}>
      <Templates form={form} onInsert={add} />
      <div className={styles.last}>
        <Button size="sm" icon="copy" disabled={of === undefined} aria-describedby={of === undefined ? 'copy-last-hint' : undefined} onClick={() => setCopying(true)}>
          {messages.copyLast}
        </Button>
        {of === undefined && (
          <p id="copy-last-hint" className={writing.hint}>
            {messages.copyLastHint}
          </p>
        )}
      </div>
      {copying && of !== undefined && (
        <LastNoteDialog
          of={of}
          except={noteId}
          onClose={() => setCopying(false)}
          onCopy={(text) => {
            setCopying(false);
            add(text);
          }}
        />
      )}
    </div>
  );
}

function Templates({ form, onInsert }: { form: ServerForm<NoteValues>; onInsert: (text: string) => void }) {
  const template = useField(form, 'template');
  const { data = [] } = useQuery(templatesQuery());
  const [key, setKey] = useState(template.control.value ?? 'soap');
  const chosen = data.find((one) => one.key === key);
  if (data.length === 0) return null;
  const insert = () => {
    if (!chosen) return;
    template.control.onChange(chosen.key);
    onInsert(chosen.content);
  };
  return (
    <div className={styles.template}>
      <Field label={messages.template} hint={chosen?.description}>
        {(aria) => <Select {...aria} value={key} options={data.map((one) => ({ value: one.key, label: one.name }))} onChange={(next) => setKey(data.find((one) => one.key === next)?.key ?? 'soap')} />}
      </Field>
      <Button onClick={insert}>{messages.insertTemplate}</Button>
    </div>
  );
}

/** Puts the cursor where one writes next, once the text is drawn and the window that was pressed is gone. */
export function writeOn(form: ServerForm<NoteValues>, at: number): void {
  setTimeout(() => {
    const area = form.props.ref.current?.querySelector<HTMLTextAreaElement>('textarea[data-field=content]');
    area?.focus();
    area?.setSelectionRange(at, at);
  }, 50);
}
