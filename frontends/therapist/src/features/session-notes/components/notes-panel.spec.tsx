import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, late, lost, problem, renderScreen, sampleBooking, sampleId, sampleNote, sampleSummary, type SeenCall } from '../../../test-kit';
import type { NoteDraft } from '../note-drafts.api';
import type { Amendment, NoteVersion, SessionNote } from '../session-notes.api';
import NotesPanel from './notes-panel';

const NOTES = '/api/therapist/enhanced-session-notes';
const CREATE = `POST ${NOTES}`;
const UPDATE = `PUT ${NOTES}/{id}`;
const DRAFT = `PUT ${NOTES}/drafts/{id}`;
const DELETE = 'DELETE /api/therapist/session-notes/{id}';

let notes: SessionNote[];
let amendments: Amendment[];
let versions: NoteVersion[];
let drafts: Map<string, NoteDraft>;
let api: ReturnType<typeof fakeApi>;

const booking = sampleBooking(-24, { client_name: 'Jonah Whitfield' });
const idIn = ({ path }: SeenCall, at = 4) => path.split('/')[at] ?? '';
const noteIn = (call: SeenCall) => notes.find(({ id }) => id === idIn(call));
const detail = (note: SessionNote) => ({ json: { session_note: { ...note }, files: [], amendments } });
const gone = () => problem(404, 'There is no such note.');
const change = (call: SeenCall, part: Partial<SessionNote>) => {
  const note = noteIn(call)!;
  Object.assign(note, part, { version: note.version + 1 });
  return detail(note);
};
const body = <T,>(call: SeenCall) => call.body as T;

function practice() {
  return fakeApi({
    [`GET ${NOTES}`]: ({ query }) => {
      const words = (query.get('q') ?? '').toLowerCase();
      const tag = query.get('tag');
      const found = notes.filter((note) => `${note.title} ${note.content} ${note.tags.join(' ')}`.toLowerCase().includes(words) && (tag === null || note.tags.includes(tag)));
      return { json: found.map(sampleSummary) };
    },
    [`GET ${NOTES}/summary`]: () => ({ json: { total: notes.length } }),
    [`GET ${NOTES}/tags`]: () => ({ json: [...new Set(notes.flatMap(({ tags }) => tags))].map((tag) => ({ tag, count: 1 })) }),
    [`GET ${NOTES}/templates`]: () => ({ json: [{ key: 'soap', name: 'SOAP', description: 'Four parts.', content: 'Subjective:\n\n\nPlan:\n\n' }] }),
    [`GET ${NOTES}/last`]: () => ({ json: { id: sampleId(), title: 'Last week', content: 'Homework: walk.', created_at: '2026-11-13T12:00:00.000Z' } }),
    [`GET ${NOTES}/drafts`]: () => ({ json: [...drafts].map(([draft_id, { title, content, saved_at }]) => ({ draft_id, title, preview: content, booking_id: null, client_id: null, saved_at })) }),
    [`GET ${NOTES}/drafts/{id}`]: (call) => {
      const draft = drafts.get(idIn(call, 5));
      return draft ? { json: draft } : gone();
    },
    [DRAFT]: (call) => {
      const { saved_at, ...fields } = body<NoteDraft>(call);
      drafts.set(idIn(call, 5), { ...fields, saved_at, base_version: null, expires_at: saved_at });
      return { json: { stored: true, saved_at } };
    },
    [`DELETE ${NOTES}/drafts/{id}`]: (call) => (drafts.delete(idIn(call, 5)) ? { json: { status: 'deleted' } } : gone()),
    [`PUT ${NOTES}/{id}/draft`]: (call) => ({ json: { stored: true, saved_at: body<NoteDraft>(call).saved_at } }),
    [`DELETE ${NOTES}/{id}/draft`]: () => ({ json: { status: 'deleted' } }),
    [`GET ${NOTES}/{id}`]: (call) => {
      const note = noteIn(call);
      return note ? detail(note) : gone();
    },
    [`GET ${NOTES}/{id}/history`]: () => ({ json: versions }),
    [CREATE]: (call) => {
      const { draft_id, ...part } = body<Partial<SessionNote> & { draft_id: string }>(call);
      const note = sampleNote(part);
      notes.unshift(note);
      drafts.delete(draft_id);
      return { status: 201, json: note };
    },
    [UPDATE]: (call) => {
      const { version, ...part } = body<SessionNote>(call);
      const note = noteIn(call)!;
      if (version !== note.version) return problem(409, 'This note was saved elsewhere meanwhile.');
      change(call, part);
      return { json: note };
    },
    [DELETE]: (call) => {
      notes = notes.filter(({ id }) => id !== idIn(call));
      return { json: { status: 'deleted' } };
    },
    'POST /api/therapist/session-notes/{id}/sign': (call) => change(call, { status: 'signed', signed_at: '2026-11-21T12:00:00.000Z', signed_by: 'Dr. Okonkwo' }),
    'POST /api/therapist/session-notes/{id}/unlock': (call) => change(call, { status: 'draft', signed_at: null, signed_by: null }),
    'POST /api/therapist/session-notes/{id}/amendments': (call) => {
      amendments = [...amendments, { id: sampleId(), version: 3, text: body<{ text: string }>(call).text, created_at: '2026-11-21T13:00:00.000Z' }];
      return { ...change(call, {}), status: 201 };
    },
    'GET /api/therapist/bookings': () => ({ json: [booking] }),
  });
}

beforeEach(() => {
  [notes, amendments, versions, drafts] = [[], [], [], new Map()];
  api = practice();
});
afterEach(() => sessionStorage.clear());

const open = (address = '/dashboard?tab=notes') => {
  const view = renderScreen(<NotesPanel />, address);
  return { ...view, press: async (name: string | RegExp) => view.user.click(await screen.findByRole('button', { name })) };
};
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const editor = (name = 'New Note') => screen.findByRole('form', { name });

describe('the list of notes', () => {
  it('is empty at first', async () => {
    const { press } = open();
    expect(await screen.findByText('No session notes yet')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'All Notes (0)' })).toBeTruthy();
    await press('Write First Note');
    expect(await editor()).toBeTruthy();
  });

  it('shows what a note is about, whether it is signed and who may read it', async () => {
    const appointment = { starts_at: '2026-11-20T09:00:00.000Z', timezone: 'Asia/Tokyo', service_name: 'Individual session' };
    notes = [
      sampleNote({ title: 'Long', content: 'x'.repeat(300), client_name: 'Jonah', appointment, tags: ['sleep'], is_client_visible: true }),
      sampleNote({ title: 'Mine', status: 'signed', is_private: true }),
    ];
    open();
    const [long, mine] = (await screen.findAllByRole('article')).map((one) => within(one));
    expect(await screen.findByRole('tab', { name: 'All Notes (2)' })).toBeTruthy();
    for (const text of ['Jonah', 'Fri 20 Nov 2026, 18:00 (Tokyo)', 'sleep', 'Draft', 'Visible to client', `${'x'.repeat(200)}…`]) expect(long!.getByText(text)).toBeTruthy();
    for (const text of ['Signed', 'Private']) expect(mine!.getByText(text)).toBeTruthy();
    expect(long!.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['View Long', 'Edit Long', 'Delete Long']);
  });

  it('searches while one types, keeps the focus, tells how many it found, and lives in the address', async () => {
    notes = [sampleNote({ title: 'Sleep', tags: ['night'] }), sampleNote({ title: 'Work' })];
    const { user, press } = open('/dashboard?tab=notes');
    await screen.findAllByRole('article');
    const search = await field('Search notes');
    await user.type(search, 'sleep');
    expect(await screen.findByText('1 note found')).toBeTruthy();
    expect(document.activeElement).toBe(search);
    expect(new URLSearchParams(window.location.search).get('q')).toBe('sleep');
    await user.type(search, 'x');
    expect(await screen.findByText('No note with these words')).toBeTruthy();
    await press('Show all notes');
    expect(await screen.findByText('Work')).toBeTruthy();
    expect(document.activeElement).toBe(search);
    await user.selectOptions(await field('Tag'), 'night (1)');
    await waitFor(() => expect(screen.queryByText('Work')).toBeNull());
    expect(window.location.search).toContain('tag=night');
  });

  it('says in the words of the spec that it could not be read, with the reason where there is one', async () => {
    api.handlers[`GET ${NOTES}`] = () => late(problem(500, 'The server is resting.'));
    const { toasts, press } = open();
    await press('Try Again');
    await waitFor(() => expect(toasts).toEqual(['Failed to fetch session notes', 'Failed to fetch session notes']));
    api.handlers[`GET ${NOTES}`] = () => late(problem(429, 'Please wait a moment.'));
    await press('Try Again');
    await waitFor(() => expect(toasts.at(-1)).toBe('Error loading session notes: Please wait a moment.'));
  });
});

describe('a new note', () => {
  it('needs a title, and is made with tags, an appointment and who may read it', async () => {
    notes = [sampleNote({ tags: ['sleep'] })];
    const { user, press, toasts } = open();
    await press('New Note');
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Note' });
    expect(create.disabled).toBe(true);
    await user.type(await field('Title'), '   ');
    expect(create.disabled).toBe(true);
    await user.type(await field('Title'), 'Second session');
    await press('Choose Appointment');
    await press(/^Jonah Whitfield/);
    await user.type(await field('Content'), 'Mine.');
    await press('Insert Template');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
    await press('Copy from Last Session');
    expect(await screen.findByText('Homework: walk.')).toBeTruthy();
    await press('Add to This Note');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
    await user.type(await screen.findByRole('textbox', { name: /^Tags/ }), 'Work{Enter}home, work,');
    await press('Add tag sleep');
    await press('Remove tag home');
    await user.click(screen.getByRole('switch', { name: 'Visible to client' }));
    await user.click(create);
    await waitFor(() => expect(toasts).toEqual(['Note created successfully']));
    expect(api.to(CREATE)[0]?.body).toMatchObject({
      title: 'Second session',
      content: 'Mine.\n\nSubjective:\n\n\nPlan:\n\nHomework: walk.',
      tags: ['Work', 'sleep'],
      booking_id: booking.id,
      client_id: null,
      is_client_visible: true,
      template: 'soap',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('tab', { name: 'All Notes (2)' })).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is private or visible, never both', async () => {
    const { user, press } = open();
    await press('Write First Note');
    const visible = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Visible to client' });
    await user.click(visible);
    await user.click(screen.getByRole('switch', { name: 'Private' }));
    expect(visible.getAttribute('aria-checked')).toBe('false');
    expect(visible.disabled).toBe(true);
    expect(screen.getByText('A private note is never shown to the client.')).toBeTruthy();
  });

  it('says why it was not made, keeps the text, and makes one note only', async () => {
    const working = api.handlers[CREATE]!;
    const { user, press, toasts } = open();
    await press('Write First Note');
    await user.type(await field('Title'), 'Once');
    api.handlers[CREATE] = lost;
    await press('Create Note');
    await waitFor(() => expect(toasts).toEqual(['Failed to create note']));
    api.handlers[CREATE] = () => problem(422, 'Too many.', [{ field: 'title', message: 'Too many notes.' }]);
    await press('Create Note');
    await waitFor(() => expect(toasts.at(-1)).toBe('Error creating note: Too many.'));
    expect(await screen.findByText('Too many notes.')).toBeTruthy();
    expect((await field('Title')).value).toBe('Once');
    api.handlers[CREATE] = working;
    await press('Create Note');
    await waitFor(() => expect(notes).toHaveLength(1));
    expect(new Set(api.to(CREATE).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

describe('what is typed', () => {
  it('is kept as a draft, also once the line is back, and is offered again', async () => {
    const working = api.handlers[DRAFT]!;
    api.handlers[DRAFT] = lost;
    const { user, press, unmount } = open();
    await press('Write First Note');
    await user.type(await field('Title'), 'Half a note');
    expect(await screen.findByText('Not saved: no connection, trying again', {}, { timeout: 3_000 })).toBeTruthy();
    api.handlers[DRAFT] = working;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(/^Saved as draft at \d\d:\d\d$/)).toBeTruthy();
    expect([...drafts.values()][0]).toMatchObject({ title: 'Half a note' });

    await press('Close');
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep as Draft');
    await press('Keep as Draft');
    expect(await screen.findByRole('heading', { name: 'Continue your draft' })).toBeTruthy();
    unmount();
    sessionStorage.clear();

    const again = open();
    await again.press('Continue Half a note');
    await waitFor(async () => expect((await field('Title')).value).toBe('Half a note'));
    await again.press('Create Note');
    await waitFor(() => expect(notes).toHaveLength(1));
    expect(drafts.size).toBe(0);
  });

  it('survives a reload in the tab before anything reached the server', async () => {
    api.handlers[DRAFT] = lost;
    const { user, press, unmount } = open();
    await press('Write First Note');
    await user.type(await field('Content'), 'Only here');
    unmount();
    open(window.location.pathname + window.location.search);
    await waitFor(async () => expect((await field('Content')).value).toBe('Only here'));
  });

  it('can be discarded, from the window and from the list', async () => {
    const { user, press, toasts } = open();
    await press('Write First Note');
    await user.type(await field('Title'), 'Away');
    await screen.findByText(/^Saved as draft/, {}, { timeout: 3_000 });
    await press('Cancel');
    await press('Discard');
    await waitFor(() => expect(drafts.size).toBe(0));
    expect(screen.queryByRole('heading', { name: 'Continue your draft' })).toBeNull();

    await press('Write First Note');
    await user.type(await field('Title'), 'Later');
    await press('Cancel');
    await press('Keep as Draft');
    await press('Discard Later');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(toasts).toEqual(['Draft discarded']));
    expect(drafts.size).toBe(0);
  });
});

describe('a note that was saved elsewhere meanwhile', () => {
  const conflict = async () => {
    notes = [sampleNote({ content: 'One two three' })];
    const view = open();
    await view.press('Edit First session');
    await editor('Edit Note');
    await view.user.type(await field('Content'), ' mine');
    Object.assign(notes[0]!, { content: 'One three saved', version: 2 });
    await view.press('Update Note');
    await screen.findByText('This note was saved somewhere else meanwhile');
    const region = (name: string) => screen.findByRole('region', { name });
    await waitFor(async () => expect((await region('Yours')).querySelector('ins')).toBeTruthy());
    return { ...view, region };
  };

  it('keeps both texts with their differences, and saves mine', async () => {
    const { press, toasts, region } = await conflict();
    expect((await region('The saved one')).textContent).toContain('One three saved');
    expect((await region('Yours')).textContent).toContain('One two three mine');
    expect(toasts).toEqual(['Error updating note: This note was saved elsewhere meanwhile.']);
    await press('Save mine');
    await waitFor(() => expect(toasts.at(-1)).toBe('Note updated successfully'));
    expect(notes[0]?.content).toBe('One two three mine');
  });

  it('takes the saved one, with a way back', async () => {
    const { press } = await conflict();
    await press('Take the saved one');
    expect((await field('Content')).value).toBe('One three saved');
    expect(screen.queryByText('This note was saved somewhere else meanwhile')).toBeNull();
  });
});

describe('one note', () => {
  it('opens in a tab of its own, is signed, amended and unlocked', async () => {
    notes = [sampleNote({ content: 'All of it', tags: ['sleep'] })];
    const { user, press, toasts } = open();
    await press('View First session');
    expect(await screen.findByRole('tab', { name: 'Note Details', selected: true })).toBeTruthy();
    expect(await screen.findByText('All of it')).toBeTruthy();
    await press('Sign and Lock');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign and Lock' }));
    expect(await screen.findByText(/by Dr\. Okonkwo$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.type(await field('Add an amendment'), 'A late word');
    await press('Add Amendment');
    expect(await screen.findByText('A late word')).toBeTruthy();
    await press('Unlock');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(await dialog.findByText('Please say why the note is unlocked.')).toBeTruthy();
    await user.type(dialog.getByLabelText('Reason'), 'Wrong date');
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(toasts).toEqual(['Note signed and locked', 'Amendment added', 'Note unlocked']);
    await user.click(screen.getByRole('tab', { name: /^All Notes/ }));
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Note Details' })).toBeTruthy();
  });

  it('tells its history, and what each save changed', async () => {
    notes = [sampleNote()];
    const version = (number: number, part: Partial<NoteVersion>): NoteVersion => ({
      id: sampleId(), version: number, kind: 'edited', title: 'First session', content: null, tags: [], is_client_visible: false, is_private: false, reason: null, amendment: null, created_at: '2026-11-20T12:00:00.000Z', ...part,
    });
    versions = [version(3, { kind: 'unlocked', title: null, reason: 'Wrong date' }), version(2, { content: 'Slept well', is_client_visible: true }), version(1, { kind: 'created', content: 'Slept badly' })];
    const { press } = open(`/dashboard?tab=notes&note=${notes[0]!.id}`);
    await press('Show history');
    expect(await screen.findByText('“Wrong date”')).toBeTruthy();
    await press('Show what changed: Edited, version 2');
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe('well'));
    expect(document.querySelector('del')?.textContent).toBe('badly');
  });

  it('says that it could not be read, or is gone', async () => {
    const id = sampleId();
    const { unmount } = open(`/dashboard?tab=notes&note=${id}`);
    expect(await screen.findByText('There is no such note.')).toBeTruthy();
    unmount();
    api.handlers[`GET ${NOTES}/{id}`] = () => problem(500, 'Oh.');
    const { toasts } = open(`/dashboard?tab=notes&note=${id}`);
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(toasts).toEqual(['Failed to fetch note details']);
  });

  it('is deleted after the question; a signed one is unlocked with a reason first', async () => {
    notes = [sampleNote({ status: 'signed', version: 4 })];
    const { user, press, toasts } = open();
    await press('Delete First session');
    const unlock = within(await screen.findByRole('dialog', { name: 'Unlock this note before you delete it?' }));
    await user.type(unlock.getByLabelText('Reason'), 'Written twice');
    await user.click(unlock.getByRole('button', { name: 'Unlock' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Are you sure you want to delete this note and all its files\?/)).toBeTruthy();
    expect(api.to('POST /api/therapist/session-notes/{id}/unlock')[0]?.body).toEqual({ reason: 'Written twice', version: 4 });
    const working = api.handlers[DELETE]!;
    api.handlers[DELETE] = () => problem(500, 'Oh.');
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts.at(-1)).toBe('Failed to delete note'));
    api.handlers[DELETE] = working;
    await press('Delete First session');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No session notes yet')).toBeTruthy();
    expect(toasts.at(-1)).toBe('Note deleted successfully');
  });
});
