import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';
import { notesKey } from './session-notes.api';

const PAGES = '/api/therapist/session-notes/{id}/files/{fileId}/pages';

export type FileReading = Answer<typeof PAGES, 'get'>;
export type FilePage = FileReading['pages'][number];

/** Which file of which note. */
export interface FilePlace {
  noteId: string;
  fileId: string;
}

/** A page takes a few seconds. */
const LOOK_AGAIN_MS = 1_500;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };

/** What was read of a file; looked at again and again while it is being read. */
export function fileReadingQuery({ noteId, fileId }: FilePlace) {
  return queryOptions({
    queryKey: [...notesKey, 'file', noteId, fileId],
    queryFn: ({ signal }) => unwrap(api.GET(PAGES, { params: { path: { id: noteId, fileId } }, headers: BACKGROUND, signal })),
    refetchInterval: ({ state }) => (state.data?.processing_status === 'processing' ? LOOK_AGAIN_MS : false),
  });
}

/** Saves a correction of a page. `version` is the one that it began with. */
export function useCorrectPage({ noteId, fileId }: FilePlace) {
  const queryClient = useQueryClient();
  const { queryKey } = fileReadingQuery({ noteId, fileId });
  return useMutation({
    mutationFn: ({ page, text, version }: { page: number; text: string; version: number }) =>
      unwrap(api.PUT('/api/therapist/session-notes/{id}/files/{fileId}/pages/{page}', { params: { path: { id: noteId, fileId, page: String(page) } }, body: { text, version } })),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, (reading: FileReading | undefined) => reading && { ...reading, pages: reading.pages.map((page) => (page.page === saved.page ? saved : page)) });
      void queryClient.invalidateQueries({ queryKey: [...notesKey, 'one', noteId] });
    },
    // Somebody else's correction is what the next try begins with.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Reads what could not be read once more. */
export function useReadAgain({ noteId, fileId }: FilePlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/therapist/session-notes/{id}/files/{fileId}/retry', { params: { path: { id: noteId, fileId } } })),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: fileReadingQuery({ noteId, fileId }).queryKey }), queryClient.invalidateQueries({ queryKey: [...notesKey, 'one', noteId] })]),
  });
}
