import { Button } from '@attune/shared-ui/components/button';
import { FormNotes, layDraft, type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { type RefObject, useEffect, useState } from 'react';
import type { DraftState } from '../autosave';
import { editorMessages as messages } from '../messages';
import { type DraftOf, draftsQuery, type EditedNote } from '../note-drafts.api';
import { NEW_NOTE, type NoteValues, valuesOf, valuesOfDraft } from '../note-values';
import { noteQuery } from '../session-notes.api';
import { NOTE_FORM, recordOf, useNoteForm } from '../use-note-form';
import { ConflictNotice } from './conflict-notice';
import { LeaveDialog } from './leave-dialog';
import styles from './note-dialog.module.css';
import { NoteFields } from './note-fields';

interface NoteEditorProps {
  of: DraftOf;
  edited: EditedNote;
  /** Asked when somebody closes the window. */
  leave: RefObject<(() => void) | undefined>;
  onClose: () => void;
}

/** Everything of a note that is written; what is typed is kept as a draft all the while. */
export function NoteEditor({ of, edited, leave, onClose }: NoteEditorProps) {
  useLaidDraft(of, edited);
  const queryClient = useQueryClient();
  const { form, autosave, conflict, saveMine, takeSaved } = useNoteForm({ of, edited, onSaved: onClose });
  const [leaving, setLeaving] = useState(false);
  const note = edited.detail?.session_note;
  const { dirty, busy } = form;
  const formId = `note-form-${recordOf(of)}`;

  /** The window goes at once; what is offered elsewhere is read anew when the draft is where it belongs. */
  const close = (settled: Promise<unknown>) => {
    onClose();
    void settled
      .catch(() => undefined)
      .then(() => {
        void queryClient.invalidateQueries({ queryKey: draftsQuery().queryKey });
        if (note) void queryClient.invalidateQueries({ queryKey: noteQuery(note.id).queryKey });
      });
  };
  const ask = () => {
    if (busy) return;
    if (dirty) setLeaving(true);
    else close(autosave.flush());
  };
  useEffect(() => {
    leave.current = ask;
    return () => {
      leave.current = undefined;
    };
  });
  const discard = () => {
    form.discard();
    close(autosave.discard());
  };

  return (
    <>
      <form {...form.props} id={formId} aria-label={note ? messages.editTitle : messages.newTitle} className={styles.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {conflict && note && <ConflictNotice mine={form.values()} saved={valuesOf(note)} busy={busy} onSaveMine={() => void saveMine()} onTakeSaved={takeSaved} />}
        {/* What is typed while it is being sent would be in no version. */}
        <div className={styles.fields} inert={busy}>
          <NoteFields form={form} note={note} />
        </div>
        <div className={styles.actions}>
          <DraftLine state={autosave.state} />
          <div className={styles.buttons}>
            <Button variant="quiet" disabled={busy} onClick={ask}>
              {messages.cancel}
            </Button>
            <SaveButton form={form} isNew={note === undefined} />
          </div>
        </div>
      </form>
      {/* Not inside of the form: what is pressed there would send it. */}
      {leaving && <LeaveDialog onStay={() => setLeaving(false)} onKeep={() => close(autosave.flush())} onDiscard={discard} />}
    </>
  );
}

/** What another browser left unsaved is laid where the form looks for it, before it looks. */
function useLaidDraft(of: DraftOf, { detail, draft }: EditedNote): void {
  const account = useSession().user?.id;
  useState(() => {
    if (draft === null) return;
    const typed = valuesOfDraft(draft);
    const stored = detail ? valuesOf(detail.session_note) : NEW_NOTE;
    layDraft(account, { form: NOTE_FORM, record: recordOf(of), whole: true }, { before: { ...stored, version: typed.version }, typed, savedAt: draft.saved_at });
  });
}

function SaveButton({ form, isNew }: { form: ServerForm<NoteValues>; isNew: boolean }) {
  const { control } = useField(form, 'title');
  const label = isNew ? messages.create : messages.update;
  const busyLabel = isNew ? messages.creating : messages.updating;
  return (
    <Button type="submit" variant="primary" loading={form.busy} disabled={control.value.trim() === ''}>
      {form.busy ? busyLabel : label}
    </Button>
  );
}

function DraftLine({ state }: { state: DraftState }) {
  return (
    <p className={state.trouble ? styles.trouble : styles.draftLine} role="status">
      {state.words}
    </p>
  );
}
