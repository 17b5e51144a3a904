import { act, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider, sessionState, startSession } from '@attune/shared-ui/runtime/host';
import { StandingNote } from '../notices/standing-note';
import { useSessionEnd } from './use-session-end';

function Page() {
  useSessionEnd();
  return <StandingNote />;
}

test('whoever comes back after the session ended is told so at the sign-in', async () => {
  window.history.replaceState(null, '', '/client/dashboard');
  window.fetch = () => Promise.resolve(Response.json({ detail: 'Please sign in.', request_id: 'r' }, { status: 401 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await act(() => startSession());
  expect(sessionState.get()).toMatchObject({ user: null, ended: { userType: 'client' } });
  expect(screen.getByRole('status').textContent).toContain('Your session has ended. Please sign in again.');
});
