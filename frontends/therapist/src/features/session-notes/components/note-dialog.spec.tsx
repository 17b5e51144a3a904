import { act, screen, waitFor, within } from '@testing-library/react';
import { CALLS, field, lost, notesPractice, openNotes, problem, sampleId, sampleNote } from '../../../test-kit';

let api: ReturnType<typeof notesPractice>['api'];
let store: ReturnType<typeof notesPractice>['store'];

beforeEach(() => ({ api, store } = notesPractice()));
afterEach(() => sessionStorage.clear());

const editor = (name = 'New Note') => screen.findByRole('form', { name });

describe('a new note', () => {
  it('needs a title, and is made with tags, an appointment and who may read it', async () => {
    store.notes = [sampleNote({ tags: ['sleep'] })];
    const { user, press, toasts } = openNotes();
    await press('New Note');
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Note' });
    expect(create.disabled).toBe(true);
    await user.type(await field('Title'), '   ');
    expect(create.disabled).toBe(true);
    await user.type(await field('Title'), 'Second session');
    await press('Choose Client or Appointment');
    await press(/^Jonah Whitfield.*Individual session/);
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
    expect(api.to(CALLS.create)[0]?.body).toMatchObject({
      title: 'Second session',
      content: 'Mine.\n\nSubjective:\n\n\nPlan:\n\nHomework: walk.',
      tags: ['Work', 'sleep'],
      booking_id: store.booking.id,
      client_id: null,
      is_client_visible: true,
      template: 'soap',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('tab', { name: 'All Notes (2)' })).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });

  it('can be about a client without an appointment, also once it comes back as a draft', async () => {
    const { user, press, unmount } = openNotes();
    await press('Write First Note');
    await user.type(await field('Title'), 'A call');
    await press('Choose Client or Appointment');
    await user.type(await field('Find a client or an appointment'), 'jonah');
    await press(/Only the client, no appointment$/);
    const subject = within(screen.getByRole('group', { name: /^Client and appointment/ }));
    expect(subject.getByText('Jonah Whitfield')).toBeTruthy();
    expect(subject.getByText('No appointment')).toBeTruthy();
    await screen.findByText(/^Saved as draft/, {}, { timeout: 3_000 });
    unmount();
    const again = openNotes(window.location.pathname + window.location.search);
    expect(await within(await screen.findByRole('group', { name: /^Client and appointment/ })).findByText('Jonah Whitfield')).toBeTruthy();
    await again.press('Create Note');
    await waitFor(() => expect(api.to(CALLS.create)[0]?.body).toMatchObject({ client_id: store.client.id, booking_id: null }));
  });

  it('names who would read it, with the address and that two clients have this name, at the switch that shows it to them', async () => {
    const twins = [store.client, { id: sampleId(), name: 'jonah  WHITFIELD', email: 'jonah@evil.example' }];
    api.handlers['GET /api/therapist/care-plans/clients'] = () => ({ json: twins });
    const { user, press } = openNotes();
    await press('Write First Note');
    const switches = () => within(screen.getByRole('switch', { name: 'Visible to client' }).parentElement!.parentElement!);
    expect(await screen.findByText(/^Once a client is chosen above/)).toBeTruthy();
    await press('Choose Client or Appointment');
    await user.type(await field('Find a client or an appointment'), 'jonah');
    await user.click((await screen.findAllByRole('button', { name: /jonah@evil\.example.*Only the client, no appointment$/ }))[0]!);
    await waitFor(() => expect(switches().getByText(/^jonah@evil\.example/).textContent).toBe('jonah@evil.example. Two clients have this name.'));
    await user.click(screen.getByRole('switch', { name: 'Private' }));
    expect(switches().queryByText(/^jonah@evil\.example/)).toBeNull();
  });

  it('is private or visible, never both', async () => {
    const { user, press } = openNotes();
    await press('Write First Note');
    const visible = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Visible to client' });
    await user.click(visible);
    await user.click(screen.getByRole('switch', { name: 'Private' }));
    expect(visible.getAttribute('aria-checked')).toBe('false');
    expect(visible.disabled).toBe(true);
    expect(screen.getByText('A private note is never shown to the client.')).toBeTruthy();
  });

  it('says why it was not made, keeps the text, and makes one note only', async () => {
    const working = api.handlers[CALLS.create]!;
    const { user, press, toasts } = openNotes();
    await press('Write First Note');
    await user.type(await field('Title'), 'Once');
    api.handlers[CALLS.create] = lost;
    await press('Create Note');
    await waitFor(() => expect(toasts).toEqual(['Failed to create note']));
    api.handlers[CALLS.create] = () => problem(422, 'Too many.', [{ field: 'title', message: 'Too many notes.' }]);
    await press('Create Note');
    await waitFor(() => expect(toasts.at(-1)).toBe('Error creating note: Too many.'));
    expect(await screen.findByText('Too many notes.')).toBeTruthy();
    expect((await field('Title')).value).toBe('Once');
    api.handlers[CALLS.create] = working;
    await press('Create Note');
    await waitFor(() => expect(store.notes).toHaveLength(1));
    expect(new Set(api.to(CALLS.create).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

describe('what is typed', () => {
  it('is kept as a draft, also once the line is back, and is offered again', async () => {
    const working = api.handlers[CALLS.draft]!;
    api.handlers[CALLS.draft] = lost;
    const { user, press, unmount } = openNotes();
    await press('Write First Note');
    await user.type(await field('Title'), 'Half a note');
    expect(await screen.findByText('Not saved: no connection, trying again', {}, { timeout: 3_000 })).toBeTruthy();
    api.handlers[CALLS.draft] = working;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(/^Saved as draft at \d\d:\d\d$/)).toBeTruthy();
    expect([...store.drafts.values()][0]).toMatchObject({ title: 'Half a note' });

    await press('Close');
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep as Draft');
    await press('Keep as Draft');
    expect(await screen.findByRole('heading', { name: 'Continue your draft' })).toBeTruthy();
    unmount();
    sessionStorage.clear();

    const again = openNotes();
    await again.press('Continue Half a note');
    await waitFor(async () => expect((await field('Title')).value).toBe('Half a note'));
    await again.press('Create Note');
    await waitFor(() => expect(store.notes).toHaveLength(1));
    expect(store.drafts.size).toBe(0);
  });

  it('survives a reload in the tab before anything reached the server', async () => {
    api.handlers[CALLS.draft] = lost;
    const { user, press, unmount } = openNotes();
    await press('Write First Note');
    await user.type(await field('Content'), 'Only here');
    unmount();
    openNotes(window.location.pathname + window.location.search);
    await waitFor(async () => expect((await field('Content')).value).toBe('Only here'));
  });

  it('can be discarded, from the window and from the list', async () => {
    const { user, press, toasts } = openNotes();
    await press('Write First Note');
    await user.type(await field('Title'), 'Away');
    await screen.findByText(/^Saved as draft/, {}, { timeout: 3_000 });
    await press('Cancel');
    await press('Discard');
    await waitFor(() => expect(store.drafts.size).toBe(0));
    expect(screen.queryByRole('heading', { name: 'Continue your draft' })).toBeNull();

    await press('Write First Note');
    await user.type(await field('Title'), 'Later');
    await press('Cancel');
    await press('Keep as Draft');
    await press('Discard Later');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(toasts).toEqual(['Draft discarded']));
    expect(store.drafts.size).toBe(0);
  });
});

it('a note that was signed elsewhere meanwhile is unlocked with a reason, and what was typed is saved', async () => {
  store.notes = [sampleNote({ content: 'One' })];
  const { user, press, toasts } = openNotes();
  await press('Edit First session');
  await editor('Edit Note');
  await user.type(await field('Content'), ' and mine');
  Object.assign(store.notes[0]!, { status: 'signed', version: 2 });
  await press('Update Note');
  expect(await screen.findByText('This note is signed')).toBeTruthy();
  expect(toasts).toEqual(['Error updating note: This note is signed and cannot be changed.']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Note' }).disabled).toBe(true);
  await press('Unlock');
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock this note to edit it?' }));
  await user.type(dialog.getByLabelText('Reason'), 'More came to mind');
  await user.click(dialog.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(screen.queryByText('This note is signed')).toBeNull());
  expect((await field('Content')).value).toBe('One and mine');
  expect(screen.queryByText('This note was saved somewhere else meanwhile')).toBeNull();
  await press('Update Note');
  await waitFor(() => expect(toasts.at(-1)).toBe('Note updated successfully'));
  expect(store.notes[0]).toMatchObject({ content: 'One and mine', status: 'draft', version: 4 });
});

describe('a note that was saved elsewhere meanwhile', () => {
  const conflict = async () => {
    store.notes = [sampleNote({ content: 'One two three' })];
    const view = openNotes();
    await view.press('Edit First session');
    await editor('Edit Note');
    await view.user.type(await field('Content'), ' mine');
    Object.assign(store.notes[0]!, { content: 'One three saved', version: 2 });
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
    expect(store.notes[0]?.content).toBe('One two three mine');
  });

  it('takes the saved one, with a way back', async () => {
    const { press } = await conflict();
    await press('Take the saved one');
    expect((await field('Content')).value).toBe('One three saved');
    expect(screen.queryByText('This note was saved somewhere else meanwhile')).toBeNull();
  });
});
