import { addDays, today } from '@attune/shared-ui/format';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

const NOTES = '/api/therapist/enhanced-session-notes';
const NOTE = '/api/therapist/enhanced-session-notes/{id}';

export type NoteSummary = Answer<typeof NOTES, 'get'>[number];
export type NoteDetail = Answer<typeof NOTE, 'get'>;
export type SessionNote = NoteDetail['session_note'];
export type Amendment = NoteDetail['amendments'][number];
export type NoteTemplate = Answer<'/api/therapist/enhanced-session-notes/templates', 'get'>[number];
export type NoteVersion = Answer<'/api/therapist/enhanced-session-notes/{id}/history', 'get'>[number];
export type LastNote = Answer<'/api/therapist/enhanced-session-notes/last', 'get'>;
export type NewNoteBody = Body<typeof NOTES, 'post'>;
export type NoteBody = Body<typeof NOTE, 'put'>;
export type Appointment = Answer<'/api/therapist/bookings', 'get'>[number];

export const NOTES_ON_A_PAGE = 20;
const VERSIONS_ON_A_PAGE = 50;

export const notesKey = ['therapist', 'session-notes'] as const;

/** What the list is asked for. */
export interface NotesFilter {
  q?: string;
  tag?: string;
  client_id?: string;
}

/** Newest first. */
export function notesQuery(filter: NotesFilter, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...notesKey, 'list', filter, cursor],
    queryFn: ({ signal }) => readPage(api.GET(NOTES, { params: { query: { ...filter, cursor, limit: NOTES_ON_A_PAGE } }, signal })),
  });
}

/** How many there are, whatever the filter. */
export function countQuery() {
  return queryOptions({
    queryKey: [...notesKey, 'count'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/api/therapist/enhanced-session-notes/summary', { signal }))).total,
  });
}

/** The most used first. */
export function tagsQuery() {
  return queryOptions({
    queryKey: [...notesKey, 'tags'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/enhanced-session-notes/tags', { signal })),
  });
}

export function noteQuery(id: string) {
  return queryOptions({
    queryKey: [...notesKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET(NOTE, { params: { path: { id } }, signal })),
  });
}

export function templatesQuery() {
  return queryOptions({
    queryKey: [...notesKey, 'templates'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/enhanced-session-notes/templates', { signal })),
    staleTime: Infinity,
  });
}

/** Whose last note is wanted. */
export type LastNoteOf = { booking_id: string } | { client_id: string };

export function lastNoteQuery(of: LastNoteOf, except: string | undefined) {
  return queryOptions({
    queryKey: [...notesKey, 'last', of, except],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/enhanced-session-notes/last', { params: { query: { ...of, except } }, signal })),
    retry: false,
  });
}

/** At least `count` deeds of a note, newest first, and whether there are older ones. */
export function historyQuery(id: string, count: number) {
  return queryOptions({
    queryKey: [...notesKey, 'history', id, count],
    queryFn: async ({ signal }) => {
      const versions: NoteVersion[] = [];
      let cursor: string | undefined;
      do {
        const params = { path: { id }, query: { cursor, limit: VERSIONS_ON_A_PAGE } };
        const { body, next } = await readPage(api.GET('/api/therapist/enhanced-session-notes/{id}/history', { params, signal }));
        versions.push(...body);
        cursor = next;
      } while (cursor !== undefined && versions.length < count);
      return { versions, hasMore: cursor !== undefined };
    },
  });
}

const APPOINTMENTS = 8;

/** Appointments up to today, the latest first, and only then those to come; with words those of clients whose name or email has them. */
export function appointmentsQuery(q: string) {
  return queryOptions({
    queryKey: [...notesKey, 'appointments', q],
    queryFn: async ({ signal }) => {
      const read = (part: { to: string } | { from: string }) =>
        unwrap(api.GET('/api/therapist/bookings', { params: { query: { ...part, ...(q !== '' && { q }), limit: APPOINTMENTS } }, signal }));
      const past = await read({ to: today() });
      if (past.length === APPOINTMENTS) return past;
      const ahead = await read({ from: addDays(today(), 1) });
      return [...past, ...ahead].slice(0, APPOINTMENTS);
    },
  });
}

const LARGEST_PAGE = 500;

/** An appointment of which only the id is known; null when there is none any more. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [...notesKey, 'appointment', id],
    queryFn: async ({ signal }): Promise<Appointment | null> => {
      let cursor: string | undefined;
      do {
        const { body, next } = await readPage(api.GET('/api/therapist/bookings', { params: { query: { cursor, limit: LARGEST_PAGE } }, signal }));
        const found = body.find((one) => one.id === id);
        if (found) return found;
        cursor = next;
      } while (cursor !== undefined);
      return null;
    },
    staleTime: Infinity,
  });
}

/** Reads anew what is on the screen, but for what an editor began with, and forgets the lists that are not, so that no old one comes back. */
export function useNotesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    queryClient.removeQueries({ queryKey: [...notesKey, 'list'], type: 'inactive' });
    return queryClient.invalidateQueries({ queryKey: notesKey, predicate: ({ queryKey }) => queryKey[2] !== 'templates' && queryKey[2] !== 'edited' });
  };
}

export type NoteSave = { id: string; body: NoteBody } | { id: undefined; body: NewNoteBody; key: string };

/** Saves a note. One whose answer was lost can be repeated: the same `key` never makes a second note. */
export function useSaveNote() {
  const changed = useNotesChanged();
  return useMutation({
    mutationFn: (save: NoteSave) =>
      save.id === undefined
        ? unwrap(api.POST(NOTES, { params: { header: { 'Idempotency-Key': save.key } }, body: save.body }))
        : unwrap(api.PUT(NOTE, { params: { path: { id: save.id } }, body: save.body })),
    onSuccess: () => void changed(),
  });
}

export function useDeleteNote() {
  const changed = useNotesChanged();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/therapist/session-notes/{id}', { params: { path: { id } } })),
    onSuccess: () => changed(),
  });
}

/** What is done with a note once it is complete. `version` is the one that was looked at. */
export type NoteDeed =
  | { kind: 'sign'; id: string; version: number }
  | { kind: 'unlock'; id: string; version: number; reason: string }
  | { kind: 'amend'; id: string; version: number; text: string; key: string };

/** The answer takes the note's place at once; lists are read anew behind it, also when the server did not agree. */
export function useNoteDeed() {
  const queryClient = useQueryClient();
  const changed = useNotesChanged();
  return useMutation({
    mutationFn: (deed: NoteDeed): Promise<NoteDetail> => {
      const path = { id: deed.id };
      const { version } = deed;
      if (deed.kind === 'sign') return unwrap(api.POST('/api/therapist/session-notes/{id}/sign', { params: { path }, body: { version } }));
      if (deed.kind === 'unlock') return unwrap(api.POST('/api/therapist/session-notes/{id}/unlock', { params: { path }, body: { version, reason: deed.reason } }));
      const header = { 'Idempotency-Key': deed.key };
      return unwrap(api.POST('/api/therapist/session-notes/{id}/amendments', { params: { path, header }, body: { version, text: deed.text } }));
    },
    onSuccess: (detail, { id }) => queryClient.setQueryData(noteQuery(id).queryKey, detail),
    onSettled: () => void changed(),
  });
}
