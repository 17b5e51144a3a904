import { useState } from 'react';
import { idIn, useAddress } from '../../records/use-address';
import type { DraftOf } from './note-drafts.api';
import type { NotesFilter } from './session-notes.api';

/** Where somebody is within the notes: all of it lives in the address, so that a reload comes back to it. */
export function useNotesPlace() {
  const { params, change } = useAddress();
  const noteId = params.get('note') ?? undefined;
  const [lastNoteId, setLastNoteId] = useState(noteId);
  if (noteId !== undefined && noteId !== lastNoteId) setLastNoteId(noteId);

  return {
    filter: filterFrom(params),
    search: (part: NotesFilter) => change({ ...part }, true),
    /** The note whose tab is open, and the one that was opened last. */
    noteId,
    lastNoteId,
    openNote: (id: string) => change({ note: id }),
    openList: () => change({ note: undefined }),
    forgetNote: (id: string) => {
      if (lastNoteId === id) setLastNoteId(undefined);
      if (noteId === id) change({ note: undefined }, true);
    },
    /** What is written at present. */
    written: writtenFrom(params),
    write: (of: DraftOf) => change('noteId' in of ? { write: of.noteId, draft: undefined } : { write: 'new', draft: of.draftId }),
    stopWriting: () => change({ write: undefined, draft: undefined }, true),
  };
}

function filterFrom(params: URLSearchParams): NotesFilter {
  const q = params.get('q')?.trim() ?? '';
  const tag = params.get('tag') ?? '';
  return { ...(q !== '' && { q }), ...(tag !== '' && { tag }) };
}

function writtenFrom(params: URLSearchParams): DraftOf | undefined {
  const draftId = idIn(params, 'draft');
  if (params.get('write') === 'new') return draftId === undefined ? undefined : { draftId };
  const noteId = idIn(params, 'write');
  return noteId === undefined ? undefined : { noteId };
}
