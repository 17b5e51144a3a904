import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast } from '@attune/shared-ui/runtime';
import { BrowserRouter, endSession, refreshSession } from '@attune/shared-ui/runtime/host';
import { finishLogouts } from '@attune/shared-ui/logout';
import Toasts from './toasts';

beforeEach(() => {
  render(
    <BrowserRouter>
      <Toasts />
      <input aria-label="Name" />
      <button type="button" aria-pressed="false">
        09:00
      </button>
    </BrowserRouter>,
  );
});

test.each([
  ['something is typed', () => fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'N' } })],
  ['a time is chosen', () => fireEvent.click(screen.getByRole('button', { name: '09:00' }))],
  ['it worked after all', () => toast.success('Saved')],
])('a failure is no longer told once %s; other news stay', async (when, mend) => {
  toast.info(`By the way, ${when}`);
  toast.error('Please select a time');
  await screen.findByText('Please select a time');
  mend();
  await waitFor(() => expect(screen.queryByText('Please select a time')).toBeNull());
  expect(screen.getByText(`By the way, ${when}`)).toBeTruthy();
});

test('what failed because the session ended is no news beside that it ended', async () => {
  const at = (ahead: number) => new Date(Date.now() + ahead).toISOString();
  const me = { id: 'c1', email: 'a@example.org', name: 'A', picture: null, user_type: 'client', idle_expires_at: at(60_000), absolute_expires_at: at(43_200_000) };
  window.fetch = () => Promise.resolve(Response.json(me));
  finishLogouts();
  await act(() => refreshSession());
  act(() => endSession('expired'));
  toast.error('Failed to save profile');
  await act(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
  toast.error('Wrong code');
  await screen.findByText('Wrong code');
  expect(screen.queryByText('Failed to save profile')).toBeNull();
});

test('what was said to somebody goes with their session', async () => {
  window.fetch = () => Promise.resolve(Response.json({ id: 't1', email: 't@example.org', name: 'T', picture: null, user_type: 'therapist' }));
  await act(() => refreshSession());
  toast.info('Published: Vera can see it now', { duration: Infinity });
  await screen.findByText(/^Published/);
  act(() => endSession('expired'));
  await waitFor(() => expect(screen.queryByText(/^Published/)).toBeNull());
});

test('the Tab key leaves a toast for what comes after it', async () => {
  const name = screen.getByLabelText('Name');
  const next = screen.getByRole('button', { name: '09:00' });
  act(() => name.focus());
  toast.info('A question was deleted.', { action: { label: 'Undo', onClick: () => undefined } });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  // As a browser tells it, before it moves the focus on.
  fireEvent.focusOut(undo, { relatedTarget: next });
  expect(document.activeElement).toBe(undo);
});

test('the Tab key goes on from a toast to one at another edge', async () => {
  const name = screen.getByLabelText('Name');
  act(() => name.focus());
  toast.info('Welcome back!', { action: { label: 'Undo', onClick: () => undefined } });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // In another list of the same place.
  const beside = document.createElement('li');
  undo.closest('section')?.append(beside);
  act(() => undo.focus());
  fireEvent.focusOut(undo, { relatedTarget: beside });
  expect(document.activeElement).toBe(undo);
});

test('at the end of the page the Tab key leaves a toast, too, however long the window takes', async () => {
  const name = screen.getByLabelText('Name');
  act(() => name.focus());
  toast.info('Your appointment was cancelled.', { action: { label: 'Undo', onClick: () => undefined } });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  fireEvent.focusOut(undo, { relatedTarget: null });
  expect(document.activeElement).toBe(undo);
});
