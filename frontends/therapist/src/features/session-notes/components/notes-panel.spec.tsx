import { screen, waitFor, within } from '@testing-library/react';
import { CALLS, field, late, notesPractice, openNotes, problem, sampleId, sampleNote, sampleSummary } from '../../../test-kit';
import type { NoteVersion } from '../session-notes.api';

let api: ReturnType<typeof notesPractice>['api'];
let store: ReturnType<typeof notesPractice>['store'];

beforeEach(() => ({ api, store } = notesPractice()));
afterEach(() => sessionStorage.clear());

describe('the list of notes', () => {
  it('is empty at first', async () => {
    const { press } = openNotes();
    expect(await screen.findByText('No session notes yet')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'All Notes (0)' })).toBeTruthy();
    await press('Write First Note');
    expect(await screen.findByRole('form', { name: 'New Note' })).toBeTruthy();
  });

  it('shows what a note is about, whether it is signed and who may read it', async () => {
    const appointment = { starts_at: '2026-11-20T09:00:00.000Z', timezone: 'Asia/Tokyo', service_name: 'Individual session' };
    store.notes = [
      sampleNote({ title: 'Long', content: 'x'.repeat(300), client_name: 'Jonah', appointment, tags: ['sleep'], is_client_visible: true }),
      sampleNote({ title: 'Mine', status: 'signed', is_private: true }),
    ];
    openNotes();
    const [long, mine] = (await screen.findAllByRole('article')).map((one) => within(one));
    expect(await screen.findByRole('tab', { name: 'All Notes (2)' })).toBeTruthy();
    for (const text of ['Jonah', 'Fri 20 Nov 2026, 18:00 (Tokyo)', 'sleep', 'Draft', 'Visible to client', `${'x'.repeat(200)}…`]) expect(long!.getByText(text)).toBeTruthy();
    for (const text of ['Signed', 'Private']) expect(mine!.getByText(text)).toBeTruthy();
    expect(long!.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['View Long', 'Edit Long', 'Delete Long']);
  });

  it('searches while one types, keeps the focus, tells how many it found, and leaves nothing in the address', async () => {
    store.notes = [sampleNote({ title: 'Sleep', tags: ['night'] }), sampleNote({ title: 'Work' })];
    const { user, press } = openNotes('/dashboard?tab=notes');
    await screen.findAllByRole('article');
    const search = await field('Search notes');
    await user.type(search, 'sleep');
    expect(await screen.findByText('1 note found')).toBeTruthy();
    expect(document.activeElement).toBe(search);
    expect(window.location.search).toBe('?tab=notes');
    await user.type(search, 'x');
    expect(await screen.findByText('No note with these words')).toBeTruthy();
    await press('Show all notes');
    expect(await screen.findByText('Work')).toBeTruthy();
    expect(document.activeElement).toBe(search);
    await user.selectOptions(await field('Tag'), 'night (1)');
    await waitFor(() => expect(screen.queryByText('Work')).toBeNull());
    expect(window.location.search).toBe('?tab=notes');
  });

  it('goes on to the next page', async () => {
    api.handlers[CALLS.list] = ({ query }) =>
      query.get('cursor') === 'two'
        ? { json: [sampleSummary(sampleNote({ title: 'Last' }))] }
        : { json: Array.from({ length: 20 }, (_, index) => sampleSummary(sampleNote({ title: `Note ${index}` }))), headers: { Link: '<http://localhost/api/therapist/enhanced-session-notes?cursor=two>; rel="next"' } };
    store.notes = [sampleNote()];
    const { press } = openNotes();
    expect(await screen.findByText('Notes 1 to 20')).toBeTruthy();
    await press('Next');
    expect(await screen.findByRole('heading', { name: 'Last' })).toBeTruthy();
    expect(screen.getByText('Notes 21')).toBeTruthy();
  });

  it('says that a search took long, and goes on with older notes', async () => {
    api.handlers[CALLS.list] = ({ query }) =>
      query.get('cursor') === 'two'
        ? { json: [sampleSummary(sampleNote({ title: 'Of last year' }))] }
        : { json: [], headers: { Link: '<http://localhost/api/therapist/enhanced-session-notes?q=sleep&cursor=two>; rel="next"' } };
    store.notes = [sampleNote()];
    const { user, press } = openNotes('/dashboard?tab=notes');
    await user.type(await field('Search notes'), 'sleep');
    expect(await screen.findByText('No note with these words so far')).toBeTruthy();
    expect(await screen.findByText(/^0 notes found in your newer notes\. The search took long/)).toBeTruthy();
    await press('Next');
    expect(await screen.findByRole('heading', { name: 'Of last year' })).toBeTruthy();
  });

  it('says in the words of the spec that it could not be read, with the reason where there is one', async () => {
    api.handlers[CALLS.list] = () => late(problem(500, 'The server is resting.'));
    const { toasts, press } = openNotes();
    await press('Try Again');
    await waitFor(() => expect(toasts).toEqual(['Failed to fetch session notes', 'Failed to fetch session notes']));
    api.handlers[CALLS.list] = () => late(problem(429, 'Please wait a moment.'));
    await press('Try Again');
    await waitFor(() => expect(toasts.at(-1)).toBe('Error loading session notes: Please wait a moment.'));
  });
});

describe('one note', () => {
  it('opens in a tab of its own, is signed, amended and unlocked', async () => {
    store.notes = [sampleNote({ content: 'All of it', tags: ['sleep'] })];
    const { user, press, toasts } = openNotes();
    await press('View First session');
    expect(await screen.findByRole('tab', { name: 'Note Details', selected: true })).toBeTruthy();
    expect(await screen.findByText('All of it')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Note Details' }));
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
    store.notes = [sampleNote()];
    const version = (number: number, part: Partial<NoteVersion>): NoteVersion => ({
      id: sampleId(), version: number, kind: 'edited', title: 'First session', content: null, tags: [], is_client_visible: false, is_private: false, reason: null, amendment: null, created_at: '2026-11-20T12:00:00.000Z', ...part,
    });
    store.versions = [version(3, { kind: 'unlocked', title: null, reason: 'Wrong date' }), version(2, { content: 'Slept well', is_client_visible: true }), version(1, { kind: 'created', content: 'Slept badly' })];
    const { press } = openNotes(`/dashboard?tab=notes&note=${store.notes[0]!.id}`);
    await press('Show history');
    expect(await screen.findByText('“Wrong date”')).toBeTruthy();
    await press('Show what changed: Edited, version 2');
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe('well'));
    expect(document.querySelector('del')?.textContent).toBe('badly');
  });

  it('says that it could not be read, or is gone', async () => {
    const id = sampleId();
    const { unmount } = openNotes(`/dashboard?tab=notes&note=${id}`);
    expect(await screen.findByText('There is no such note.')).toBeTruthy();
    unmount();
    api.handlers[CALLS.show] = () => problem(500, 'Oh.');
    const { toasts } = openNotes(`/dashboard?tab=notes&note=${id}`);
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(toasts).toEqual(['Failed to fetch note details']);
  });

  it('is deleted after the question; a signed one is unlocked with a reason first', async () => {
    store.notes = [sampleNote({ status: 'signed', version: 4 })];
    const { user, press, toasts } = openNotes();
    await press('Delete First session');
    const unlock = within(await screen.findByRole('dialog', { name: 'Unlock this note before you delete it?' }));
    await user.type(unlock.getByLabelText('Reason'), 'Written twice');
    await user.click(unlock.getByRole('button', { name: 'Unlock' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Are you sure you want to delete this note and all its files\?/)).toBeTruthy();
    expect(api.to(CALLS.unlock)[0]?.body).toEqual({ reason: 'Written twice', version: 4 });
    const working = api.handlers[CALLS.remove]!;
    api.handlers[CALLS.remove] = () => problem(500, 'Oh.');
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts.at(-1)).toBe('Failed to delete note'));
    api.handlers[CALLS.remove] = working;
    await press('Delete First session');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No session notes yet')).toBeTruthy();
    expect(toasts.at(-1)).toBe('Note deleted successfully');
  });
});
