import { screen } from '@testing-library/react';
import { fakeApi, problem, sampleId, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderScreen } from '@attune/shared-ui/testing/render-screen';
import NotesPanel from '../features/session-notes/components/notes-panel';
import type { NoteDraft } from '../features/session-notes/note-drafts.api';
import type { NoteFile } from '../features/session-notes/note-files.api';
import type { Amendment, Appointment, NoteVersion, SessionNote } from '../features/session-notes/session-notes.api';
import type { Client } from '../records/clients.api';
import { sampleAnalyses, sampleBooking, sampleFile, sampleNote, sampleSummary } from './samples';

const NOTES = '/api/therapist/enhanced-session-notes';
export const CALLS = {
  list: `GET ${NOTES}`,
  show: `GET ${NOTES}/{id}`,
  create: `POST ${NOTES}`,
  draft: `PUT ${NOTES}/drafts/{id}`,
  remove: 'DELETE /api/therapist/session-notes/{id}',
  analysis: 'GET /api/therapist/session-notes/{id}/analysis',
  fileAnalysis: 'GET /api/therapist/session-notes/{id}/files/{id}/analysis',
  unlock: 'POST /api/therapist/session-notes/{id}/unlock',
  upload: 'POST /api/therapist/session-notes/{id}/upload-file',
  files: 'GET /api/therapist/session-notes/{id}/files',
  removeFile: 'DELETE /api/therapist/session-notes/{id}/files/{id}',
  retryFile: 'POST /api/therapist/session-notes/{id}/files/{id}/retry',
} as const;

const idIn = ({ path }: SeenCall, at = 4) => path.split('/')[at] ?? '';
const gone = () => problem(404, 'There is no such note.');
const body = <T,>(call: SeenCall) => call.body as T;

/** A server with these notes, and the notes' tab in front of it. */
export function notesPractice(notes: SessionNote[] = []) {
  const store = { notes, amendments: [] as Amendment[], versions: [] as NoteVersion[], files: [] as NoteFile[], drafts: new Map<string, NoteDraft>(), analyses: sampleAnalyses(), client: { id: sampleId(), name: 'Jonah Whitfield', email: 'jonah@clients.example' }, booking: sampleBooking(-24, { client_name: 'Jonah Whitfield' }) };
  const noteIn = (call: SeenCall) => store.notes.find(({ id }) => id === idIn(call));
  const detail = (note: SessionNote) => ({ json: { session_note: { ...note }, files: store.files, amendments: store.amendments } });
  const change = (call: SeenCall, part: Partial<SessionNote>) => {
    const note = noteIn(call)!;
    return detail(Object.assign(note, part, { version: note.version + 1 }));
  };
  const api = fakeApi({
    [CALLS.list]: ({ query }) => {
      const words = (query.get('q') ?? '').toLowerCase();
      const tag = query.get('tag');
      const found = store.notes.filter((note) => `${note.title} ${note.content} ${note.tags.join(' ')}`.toLowerCase().includes(words) && (tag === null || note.tags.includes(tag)));
      return { json: found.map(sampleSummary) };
    },
    [`GET ${NOTES}/summary`]: () => ({ json: { total: store.notes.length } }),
    [`GET ${NOTES}/tags`]: () => ({ json: [...new Set(store.notes.flatMap(({ tags }) => tags))].map((tag) => ({ tag, count: 1 })) }),
    [`GET ${NOTES}/drafts`]: () => ({ json: [...store.drafts].map(([draft_id, { title, content, saved_at }]) => ({ draft_id, title, preview: content, booking_id: null, client_id: null, saved_at })) }),
    [`GET ${NOTES}/drafts/{id}`]: (call) => {
      const draft = store.drafts.get(idIn(call, 5));
      return draft ? { json: draft } : gone();
    },
    [CALLS.draft]: (call) => {
      const { saved_at, ...fields } = body<NoteDraft>(call);
      store.drafts.set(idIn(call, 5), { ...fields, saved_at, base_version: null, expires_at: saved_at });
      return { json: { stored: true, saved_at } };
    },
    [`DELETE ${NOTES}/drafts/{id}`]: (call) => (store.drafts.delete(idIn(call, 5)) ? { json: { status: 'deleted' } } : gone()),
    [`PUT ${NOTES}/{id}/draft`]: (call) => ({ json: { stored: true, saved_at: body<NoteDraft>(call).saved_at } }),
    [`DELETE ${NOTES}/{id}/draft`]: () => ({ json: { status: 'deleted' } }),
    [CALLS.show]: (call) => {
      const note = noteIn(call);
      return note ? detail(note) : gone();
    },
    [`GET ${NOTES}/{id}/history`]: () => ({ json: store.versions }),
    [CALLS.create]: (call) => {
      const { draft_id, ...part } = body<Partial<SessionNote> & { draft_id: string }>(call);
      const note = sampleNote(part);
      store.notes.unshift(note);
      store.drafts.delete(draft_id);
      return { status: 201, json: note };
    },
    [`PUT ${NOTES}/{id}`]: (call) => {
      const { version, ...part } = body<SessionNote>(call);
      const note = noteIn(call)!;
      if (note.status === 'signed') return problem(422, 'This note is signed and cannot be changed.');
      if (version !== note.version) return problem(409, 'This note was saved elsewhere meanwhile.');
      change(call, part);
      return { json: note };
    },
    [CALLS.remove]: (call) => ((store.notes = store.notes.filter(({ id }) => id !== idIn(call))), { json: { status: 'deleted' } }),
    [CALLS.files]: () => ({ json: store.files }),
    [CALLS.upload]: () => {
      const file = sampleFile({ processing_status: 'processing' });
      store.files = [...store.files, file];
      return { status: 201, json: file };
    },
    [CALLS.removeFile]: (call) => {
      store.files = store.files.filter(({ id }) => id !== idIn(call, 6));
      return { json: { status: 'deleted' } };
    },
    [CALLS.retryFile]: (call) => {
      store.files = store.files.map((file) => (file.id === idIn(call, 6) ? { ...file, processing_status: 'processing', error_reason: null } : file));
      return { json: store.files.find(({ id }) => id === idIn(call, 6)) };
    },
    ...around(store),
    [CALLS.analysis]: () => ({ json: store.analyses }),
    [CALLS.fileAnalysis]: () => ({ json: sampleAnalyses() }),
    'POST /api/therapist/session-notes/{id}/sign': (call) => change(call, { status: 'signed', signed_at: '2026-11-21T12:00:00.000Z', signed_by: 'Dr. Okonkwo' }),
    [CALLS.unlock]: (call) => change(call, { status: 'draft', signed_at: null, signed_by: null }),
    'POST /api/therapist/session-notes/{id}/amendments': (call) => {
      store.amendments = [...store.amendments, { id: sampleId(), version: 3, text: body<{ text: string }>(call).text, created_at: '2026-11-21T13:00:00.000Z' }];
      return { ...change(call, {}), status: 201 };
    },
  });
  return { api, store };
}

/** Whom a note can be about, and what it can begin with. */
function around({ client, booking }: { client: Client; booking: Appointment }) {
  return {
    'GET /api/therapist/care-plans/clients': ({ query }: SeenCall) => ({ json: client.name.toLowerCase().includes(query.get('q') ?? '') ? [client] : [] }),
    'GET /api/therapist/bookings': ({ query }: SeenCall) => ({ json: query.has('from') ? [] : [booking] }),
    [`GET ${NOTES}/templates`]: () => ({ json: [{ key: 'soap', name: 'SOAP', description: 'Four parts.', content: 'Subjective:\n\n\nPlan:\n\n' }] }),
    [`GET ${NOTES}/last`]: () => ({ json: { id: sampleId(), title: 'Last week', content: 'Homework: walk.', created_at: '2026-11-13T12:00:00.000Z' } }),
  };
}

/** Draws the tab at an address. */
export function openNotes(address = '/dashboard?tab=notes') {
  const view = renderScreen(<NotesPanel />, address);
  return { ...view, press: async (name: string | RegExp) => view.user.click(await screen.findByRole('button', { name })) };
}

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
