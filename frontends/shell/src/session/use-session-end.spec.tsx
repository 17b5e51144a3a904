import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leaveNotice } from '@attune/shared-ui/runtime';
import { endSession, QueryClient, QueryClientProvider, refreshSession, standingNotice } from '@attune/shared-ui/runtime/host';
import { finishLogouts } from '@attune/shared-ui/logout';
import { StandingNote } from '../notices/standing-note';
import { useSessionEnd } from './use-session-end';

function Page() {
  useSessionEnd();
  return <StandingNote />;
}

async function signInFor(ms: number, user_type = 'client') {
  const at = (ahead: number) => new Date(Date.now() + ahead).toISOString();
  const me = { id: 'c1', email: 'a@example.org', name: 'A', picture: null, user_type, idle_expires_at: at(ms), absolute_expires_at: at(43_200_000) };
  window.fetch = () => Promise.resolve(Response.json(me));
  finishLogouts();
  await act(() => refreshSession());
}

beforeEach(async () => {
  standingNotice.set(null);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await signInFor(60_000);
});

test('a session that ran out is still told of on the page, until it is put away', async () => {
  await signInFor(0);
  act(() => endSession('expired'));
  expect(screen.getByRole('status').textContent).toContain('Your session has ended. Please sign in again.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('one that was ended elsewhere is said to be so, and whoever signs in again has no more to know', async () => {
  act(() => endSession('expired'));
  expect(screen.getByRole('status').textContent).toContain('this session was ended from somewhere else');
  await signInFor(60_000);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('what was left to be known outlives a logout', () => {
  act(() => {
    leaveNotice('Your account is closed.');
    endSession('logout');
  });
  expect(screen.getByRole('status').textContent).toContain('Your account is closed.');
});

test('a therapist who logs out is told that Google may still know them here; a client, who comes without it, is not', async () => {
  act(() => endSession('logout'));
  expect(screen.getByRole('status').textContent).toBe('');
  await signInFor(60_000, 'therapist');
  act(() => endSession('logout'));
  expect(screen.getByRole('status').textContent).toContain('You may still be signed in with Google in this browser');
});
