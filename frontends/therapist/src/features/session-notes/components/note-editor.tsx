import { FormNotes, layDraft, type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { ConflictNotice } from '../../../writing/conflict-notice';
import { EditorBar } from '../../../writing/editor-bar';
import { LeaveDialog } from '../../../writing/leave-dialog';
import { type Leave, useAskedLeave } from '../../../writing/use-asked-leave';
import writing from '../../../writing/writing.module.css';
import type { DraftState } from '../autosave';
import { editorMessages as messages } from '../messages';
import { type DraftOf, draftsQuery, type EditedNote } from '../note-drafts.api';
import { NEW_NOTE, type NoteValues, valuesOf, valuesOfDraft, wholeText } from '../note-values';
import { noteQuery } from '../session-notes.api';
import { NOTE_FORM, recordOf, useNoteForm } from '../use-note-form';
import { NoteFields } from './note-fields';
import { UnlockDialog } from './sign-dialogs';
import { SignedNotice } from './signed-notice';
import { writeOn } from './text-helpers';

interface NoteEditorProps {
  of: DraftOf;
  edited: EditedNote;
  leave: Leave;
  onClose: () => void;
}

/** Everything of a note that is written; what is typed is kept as a draft all the while. */
export function NoteEditor({ of, edited, leave, onClose }: NoteEditorProps) {
  useLaidDraft(of, edited);
  const queryClient = useQueryClient();
  const { form, autosave, conflict, isSigned, readAnew, saveMine, takeSaved } = useNoteForm({ of, edited, onSaved: onClose });
  const [unlocking, setUnlocking] = useState(false);
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
  const { leaving, ask, stay } = useAskedLeave({ leave, busy, dirty, onLeave: () => close(autosave.flush()) });
  const discard = () => {
    form.discard();
    close(autosave.discard());
  };
  const stopUnlocking = (unlocked: boolean) => {
    setUnlocking(false);
    readAnew();
    // What was pressed goes with the notice.
    if (unlocked) writeOn(form, form.values().content.length);
  };
  const mine = form.values();
  const saved = note && note.version !== mine.version ? wholeText(note) : undefined;

  return (
    <>
      <form {...form.props} id={formId} aria-label={note ? messages.editTitle : messages.newTitle} className={writing.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {isSigned && <SignedNotice busy={busy} onUnlock={() => setUnlocking(true)} />}
        {conflict && (
          <ConflictNotice title={messages.conflictTitle} text={messages.conflictText} mine={wholeText(mine)} saved={saved} busy={busy} onSaveMine={() => void saveMine()} onTakeSaved={takeSaved} />
        )}
        {/* What is typed while it is being sent would be in no version. */}
        <div className={writing.form} inert={busy}>
          <NoteFields form={form} note={note} />
        </div>
        <NoteBar form={form} state={autosave.state} isNew={note === undefined} isSigned={isSigned} onCancel={ask} />
      </form>
      {/* Not inside of the form: what is pressed there would send it. */}
      {unlocking && note && <UnlockDialog note={note} then="edit" onUnlocked={() => stopUnlocking(true)} onClose={() => stopUnlocking(false)} />}
      {leaving && <LeaveDialog text={messages.leaveText} keepLabel={messages.keepDraft} onStay={stay} onKeep={() => close(autosave.flush())} onDiscard={discard} />}
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

interface NoteBarProps {
  form: ServerForm<NoteValues>;
  state: DraftState;
  isNew: boolean;
  isSigned: boolean;
  onCancel: () => void;
}

function NoteBar({ form, state, isNew, isSigned, onCancel }: NoteBarProps) {
  const { control } = useField(form, 'title');
  return (
    <EditorBar
      line={state.words}
      trouble={state.trouble}
      busy={form.busy}
      disabled={isSigned || control.value.trim() === ''}
      cancelLabel={messages.cancel}
      saveLabel={isNew ? messages.create : messages.update}
      busyLabel={isNew ? messages.creating : messages.updating}
      onCancel={onCancel}
    />
  );
}
