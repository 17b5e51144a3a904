import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { finishLogouts } from '@attune/shared-ui/logout';
import { refreshSession, sessionState } from '@attune/shared-ui/runtime/host';
import IdleWatch from './idle-watch';

/** Stands for the server's session: its idle limit, and what it was asked. */
const server = { idleEndsAt: 0, signedIn: true, asked: [] as string[] };

const me = () => ({
  id: 'u1',
  email: 'ana@example.org',
  name: 'Ana',
  picture: null,
  user_type: 'therapist',
  idle_expires_at: new Date(server.idleEndsAt).toISOString(),
  absolute_expires_at: new Date(Date.now() + 12 * 3_600_000).toISOString(),
});

beforeEach(() => {
  Object.assign(server, { signedIn: true, asked: [] });
  window.fetch = (input) => {
    const { method, url, headers } = input as Request;
    const path = new URL(url).pathname;
    server.asked.push(`${method} ${path}${headers.get('X-Background') ? ' (background)' : ''}`);
    if (path === '/api/auth/extend') server.idleEndsAt = Date.now() + 30 * 60_000;
    if (path === '/api/auth/logout') server.signedIn = false;
    const body = server.signedIn ? me() : { detail: 'Please sign in.', status: 'signed_out' };
    return Promise.resolve(Response.json(body, { status: server.signedIn || path === '/api/auth/logout' ? 200 : 401 }));
  };
});

async function signInFor(idleMs: number) {
  server.idleEndsAt = Date.now() + idleMs;
  await act(() => refreshSession());
  finishLogouts();
  render(<IdleWatch />);
}

test('far from the end nothing shows', async () => {
  await signInFor(10 * 60_000);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('two minutes before the end it warns, with the focus on staying, and staying extends', async () => {
  const person = userEvent.setup();
  await signInFor(90_000);
  const stay = await screen.findByRole('button', { name: 'Stay signed in' });
  expect(document.activeElement).toBe(stay);
  expect(screen.getByRole('timer').textContent).toMatch(/^1:[23]\d$/);
  expect(server.asked).toContain('GET /api/auth/me (background)');

  await person.click(stay);
  expect(server.asked).toContain('POST /api/auth/extend');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('logging out from the warning ends the session', async () => {
  const person = userEvent.setup();
  await signInFor(60_000);
  await person.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(sessionState.get()).toMatchObject({ user: null, ended: { cause: 'logout' } });
});

test('at the end the server is asked once more; when it agrees, the person is gone', async () => {
  await signInFor(1_500);
  await screen.findByRole('dialog');
  server.signedIn = false;
  const ended = { user: null, ended: { cause: 'expired', userType: 'therapist' } };
  await waitFor(() => expect(sessionState.get()).toMatchObject(ended), { timeout: 4_000 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
