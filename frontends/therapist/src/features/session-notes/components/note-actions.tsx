import { useState } from 'react';
import type { NoteSummary } from '../session-notes.api';
import { DeleteNoteDialog } from './delete-note-dialog';
import { SignDialog, UnlockDialog } from './sign-dialogs';

/** What is needed of a note in order to do something with it. */
export type Subject = Pick<NoteSummary, 'id' | 'title' | 'status' | 'version'>;

export interface NoteActions {
  /** A signed note is unlocked first, with a reason. */
  edit: (note: Subject) => void;
  remove: (note: Subject) => void;
  sign: (note: Subject) => void;
  unlock: (note: Subject) => void;
}

type Asked = { kind: 'delete' | 'sign'; note: Subject } | { kind: 'unlock'; note: Subject; then: 'edit' | 'delete' | 'none' };

interface NoteActionsOptions {
  onEdit: (id: string) => void;
  onDeleted: (id: string) => void;
}

/** Editing, deleting, signing and unlocking, with what each of them asks. */
export function useNoteActions({ onEdit, onDeleted }: NoteActionsOptions) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const isSigned = (note: Subject) => note.status === 'signed';

  const actions: NoteActions = {
    edit: (note) => (isSigned(note) ? setAsked({ kind: 'unlock', note, then: 'edit' }) : onEdit(note.id)),
    remove: (note) => setAsked(isSigned(note) ? { kind: 'unlock', note, then: 'delete' } : { kind: 'delete', note }),
    sign: (note) => setAsked({ kind: 'sign', note }),
    unlock: (note) => setAsked({ kind: 'unlock', note, then: 'none' }),
  };
  const goOn = (then: 'edit' | 'delete' | 'none', note: Subject) => {
    setAsked(then === 'delete' ? { kind: 'delete', note } : undefined);
    if (then === 'edit') onEdit(note.id);
  };
  const dialogs = (
    <>
      {asked?.kind === 'sign' && <SignDialog note={asked.note} onClose={close} />}
      {asked?.kind === 'unlock' && <UnlockDialog note={asked.note} then={asked.then} onUnlocked={(note) => goOn(asked.then, note)} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteNoteDialog note={asked.note} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { actions, dialogs };
}
