import { Switch } from '@attune/shared-ui/components/switch';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import { useState } from 'react';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import type { NoteValues } from '../note-values';
import type { SessionNote } from '../session-notes.api';
import styles from './note-dialog.module.css';
import { ReaderWords, SubjectField } from './subject-field';
import type { Subject } from './subject-picker';
import { TagsField } from './tags-field';
import { TextHelpers } from './text-helpers';

interface NoteFieldsProps {
  form: ServerForm<NoteValues>;
  /** The note that is changed; none for a new one. */
  note: SessionNote | undefined;
}

/** What a note says, whom it is about and who may read it. */
export function NoteFields({ form, note }: NoteFieldsProps) {
  const [chosen, setChosen] = useState<Subject>();
  return (
    <>
      <FormField form={form} name="title" label={messages.titleLabel}>
        {(control) => <TextInput {...control} dir="auto" required />}
      </FormField>
      <SubjectField form={form} note={note} chosen={chosen} onChosen={setChosen} />
      <FormField form={form} name="content" label={messages.contentLabel} hint={messages.contentHint}>
        {(control) => <TextArea {...control} dir="auto" rows={12} autoGrow className={styles.content} />}
      </FormField>
      <TextHelpers form={form} noteId={note?.id} />
      <TagsField form={form} />
      <WhoReads form={form} note={note} chosen={chosen} />
    </>
  );
}

/** A private note is nobody's but the therapist's: the two exclude each other. */
function WhoReads({ form, note, chosen }: NoteFieldsProps & { chosen: Subject | undefined }) {
  const visible = useField(form, 'is_client_visible');
  const isPrivate = useField(form, 'is_private');
  const booking = useField(form, 'booking_id');
  const client = useField(form, 'client_id');
  const isAboutSomebody = booking.control.value !== null || client.control.value !== null;
  const readBy = isAboutSomebody ? messages.visibleText(note !== undefined && note.ai_summary !== null) : messages.visibleNobody;
  const visibleText = isPrivate.control.value ? (
    messages.visibleNever
  ) : (
    <>
      {readBy} {isAboutSomebody && <ReaderWords bookingId={booking.control.value} clientId={client.control.value} chosen={chosen} note={note} />}
    </>
  );
  const error = visible.error ?? isPrivate.error;
  return (
    <div className={styles.switches} data-field="is_private" tabIndex={-1}>
      <Switch
        label={messages.visibleLabel}
        description={visibleText}
        checked={visible.control.value}
        disabled={isPrivate.control.value}
        onChange={(checked) => visible.control.onChange(checked)}
      />
      <Switch
        label={messages.privateLabel}
        description={messages.privateText}
        checked={isPrivate.control.value}
        onChange={(checked) => {
          if (checked) visible.control.onChange(false);
          isPrivate.control.onChange(checked);
        }}
      />
      {error !== undefined && <p className={writing.wrong}>{error}</p>}
    </div>
  );
}
