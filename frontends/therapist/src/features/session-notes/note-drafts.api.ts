import { api, ApiError, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';
import { type NoteDetail, noteQuery, notesKey } from './session-notes.api';

const NEW = '/api/therapist/enhanced-session-notes/drafts/{id}';
const OF_NOTE = '/api/therapist/enhanced-session-notes/{id}/draft';

export type NoteDraft = Answer<typeof NEW, 'get'>;
export type NoteDraftSummary = Answer<'/api/therapist/enhanced-session-notes/drafts', 'get'>[number];
export type NoteDraftBody = Body<typeof NEW, 'put'>;

/** What a draft is of: a note that is there, or one that was never saved, by the id that its editor made. */
export type DraftOf = { noteId: string } | { draftId: string };

const requestOf = (of: DraftOf) => ({ params: { path: { id: 'noteId' in of ? of.noteId : of.draftId } } });

/** Of notes that were never saved, newest first. */
export function draftsQuery() {
  return queryOptions({
    queryKey: [...notesKey, 'drafts'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/enhanced-session-notes/drafts', { signal })),
  });
}

function readDraft(of: DraftOf, signal: AbortSignal): Promise<NoteDraft> {
  const request = { ...requestOf(of), signal };
  return unwrap('noteId' in of ? api.GET(OF_NOTE, request) : api.GET(NEW, request));
}

async function readDraftIfAny(of: DraftOf, signal: AbortSignal): Promise<NoteDraft | null> {
  try {
    return await readDraft(of, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A note as it is edited. */
export interface EditedNote {
  /** None for a new one. */
  detail: NoteDetail | null;
  draft: NoteDraft | null;
}

/** What an editor begins with: the note, and what another browser left unsaved. */
export function editedNoteQuery(of: DraftOf) {
  return queryOptions({
    queryKey: [...notesKey, 'edited', of],
    queryFn: async (context): Promise<EditedNote> => {
      const { signal } = context;
      if ('draftId' in of) return { detail: null, draft: await readDraftIfAny(of, signal) };
      const detail = await unwrap(api.GET('/api/therapist/enhanced-session-notes/{id}', { params: { path: { id: of.noteId } }, signal }));
      context.client.setQueryData(noteQuery(of.noteId).queryKey, detail);
      return { detail, draft: detail.session_note.draft_saved_at === null ? null : await readDraftIfAny(of, signal) };
    },
    // What the last editor began with is nothing for the next one.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** A try by itself does not count as the person being there. */
export function saveDraft(of: DraftOf, body: NoteDraftBody, byItself: boolean): Promise<Answer<typeof NEW, 'put'>> {
  const request = { ...requestOf(of), body, ...(byItself && { headers: { 'X-Background': '1' } }) };
  return unwrap('noteId' in of ? api.PUT(OF_NOTE, request) : api.PUT(NEW, request));
}

/** One that is gone already is discarded, too. */
export async function discardDraft(of: DraftOf): Promise<void> {
  try {
    await unwrap('noteId' in of ? api.DELETE(OF_NOTE, requestOf(of)) : api.DELETE(NEW, requestOf(of)));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export function useDiscardDraft() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: discardDraft,
    onSettled: (_done, _error, of) => {
      void queryClient.invalidateQueries({ queryKey: draftsQuery().queryKey });
      if ('noteId' in of) void queryClient.invalidateQueries({ queryKey: noteQuery(of.noteId).queryKey });
    },
  });
}
