import { type ServerForm, SILENT, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo, useRef, useState } from 'react';
import { takeSaved } from '../../writing/take-saved';
import { useLeaveQuestion } from '../../writing/use-leave-question';
import { notesMessages as messages } from './messages';
import { type DraftOf, draftsQuery, editedNoteQuery, type EditedNote } from './note-drafts.api';
import { bodyOf, NEW_NOTE, newBodyOf, type NoteValues, problemsOf, valuesOf } from './note-values';
import { failureWords } from './note-words';
import { useSaveNote } from './session-notes.api';
import { useAutosave } from './use-autosave';

export const NOTE_FORM = 'session-note';

export const recordOf = (of: DraftOf) => ('noteId' in of ? of.noteId : `new/${of.draftId}`);

interface NoteFormOptions {
  of: DraftOf;
  edited: EditedNote;
  onSaved: () => void;
}

/** The editor's form: what is typed outlives a reload, a lost line and the browser, and is never mixed with what was saved elsewhere. */
export function useNoteForm({ of, edited, onSaved }: NoteFormOptions) {
  const queryClient = useQueryClient();
  const note = edited.detail?.session_note;
  const stored = useMemo(() => (note ? valuesOf(note) : NEW_NOTE), [note]);
  const [isRefused, setRefused] = useState(false);
  const send = useSend(of);
  const readAnew = () => void queryClient.invalidateQueries({ queryKey: editedNoteQuery(of).queryKey });
  const words = note ? ([messages.updateFailed, messages.updateError] as const) : ([messages.createFailed, messages.createError] as const);

  const form = useServerForm<NoteValues>({
    stored,
    keep: { form: NOTE_FORM, record: recordOf(of), whole: true },
    check: problemsOf,
    send: async (values) => {
      // A draft that comes after its note would be offered once more.
      await autosave.stop();
      try {
        await send(values);
      } catch (error) {
        autosave.resume();
        throw error;
      }
      void queryClient.invalidateQueries({ queryKey: draftsQuery().queryKey });
      toast.success(note ? messages.updatedToast : messages.createdToast);
      onSaved();
    },
    onRefused: (error, told) => {
      toast.error(failureWords(error, words[0], words[1]));
      if (!note || !mayHaveChanged(error)) return told;
      setRefused(error.status === 409);
      readAnew();
      return SILENT;
    },
    refresh: note ? readAnew : undefined,
  });

  const autosave = useAutosave({ of, values: form.values, stored: () => stored, hasDraft: edited.draft !== null });
  const withAutosave: ServerForm<NoteValues> = {
    ...form,
    set: (name, value) => {
      form.set(name, value);
      autosave.touch();
    },
    noteTyping: (name) => {
      form.noteTyping(name);
      autosave.touch();
    },
  };
  const isSigned = note?.status === 'signed';
  const sameText = useSameText(stored);
  const savedVersion = note?.version ?? 0;
  useEffect(() => {
    // It was signed and unlocked meanwhile, and says what it said: there is nothing to decide.
    if (isSigned || !sameText || form.values().version === savedVersion) return;
    form.set('version', savedVersion);
    setRefused(false);
  }, [isSigned, sameText, form, savedVersion]);
  const isRead = form.values().version !== savedVersion;
  useTouchOnce(form.dirty, autosave.touch);
  useLeaveQuestion(form.dirty && autosave.unkept);

  return {
    form: withAutosave,
    autosave,
    isSigned,
    readAnew,
    conflict: note !== undefined && !isSigned && (isRefused ? !isRead || !sameText : form.changedElsewhere && !sameText),
    /** What is here takes the place of what was saved meanwhile. */
    saveMine: () => {
      form.set('version', note?.version ?? 0);
      return form.submit();
    },
    /** The saved one takes the place of what is here, which can be brought back for a while. */
    takeSaved: () => {
      takeSaved(form, note?.version ?? 0, autosave.touch);
      setRefused(false);
      autosave.touch();
    },
  };
}

/** The answer says that the note is not as it was here: saved or signed elsewhere. A wrong field has words of its own. */
function mayHaveChanged(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 409 || (error.status === 422 && (error.errors ?? []).length === 0));
}

/** Whether a note says what it said when the editor was opened, whatever its version is. */
function useSameText(stored: NoteValues): boolean {
  const [began] = useState(stored);
  return JSON.stringify({ ...began, version: 0 }) === JSON.stringify({ ...stored, version: 0 });
}

function useSend(of: DraftOf): (values: NoteValues) => Promise<unknown> {
  const saveNote = useSaveNote();
  const [keyring] = useState(createKeyring);
  return (values) => {
    if ('noteId' in of) return saveNote.mutateAsync({ id: of.noteId, body: bodyOf(values) });
    const body = newBodyOf(values, of.draftId);
    return saveNote.mutateAsync({ id: undefined, body, key: keyring.keyFor(body) });
  };
}

/** What this tab kept through a reload may never have reached the server. */
function useTouchOnce(dirty: boolean, touch: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!dirty || done.current) return;
    done.current = true;
    touch();
  }, [dirty, touch]);
}
