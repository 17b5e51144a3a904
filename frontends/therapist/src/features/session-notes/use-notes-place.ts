import { useSearchParams } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { DraftOf } from './note-drafts.api';
import type { NotesFilter } from './session-notes.api';

/** Where somebody is within the notes: all of it lives in the address, so that a reload comes back to it. */
export function useNotesPlace() {
  const [params, setParams] = useSearchParams();
  const noteId = params.get('note') ?? undefined;
  const [lastNoteId, setLastNoteId] = useState(noteId);
  if (noteId !== undefined && noteId !== lastNoteId) setLastNoteId(noteId);

  const change = (part: Record<string, string | undefined>, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );

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

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function writtenFrom(params: URLSearchParams): DraftOf | undefined {
  const written = params.get('write') ?? '';
  const draftId = params.get('draft') ?? '';
  if (written === 'new') return UUID.test(draftId) ? { draftId } : undefined;
  return UUID.test(written) ? { noteId: written } : undefined;
}

/** A new draft's id: a random UUID, also where the browser keeps `randomUUID` for https. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
