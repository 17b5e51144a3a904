import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { SessionNote, WholeNote } from '../../wire';
import type { Asked, ListPage } from './use-whole';

/** One note, whole. */
export function noteQuery(id: string): Asked<WholeNote> {
  return {
    queryKey: [...clientKey, 'session-notes', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/session-notes/{id}', { params: { path: { id } }, signal })),
  };
}

/** The beginnings of notes, from a place in the list on. */
export function notesQuery(cursor: string): Asked<ListPage<SessionNote>> {
  return {
    queryKey: [...clientKey, 'session-notes', 'from', cursor],
    queryFn: async ({ signal }) => {
      const { body, next } = await readPage(api.GET('/api/client/session-notes', { params: { query: { cursor } }, signal }));
      return { entries: body.session_notes, next };
    },
  };
}
