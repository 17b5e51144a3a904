import { act, screen, waitFor } from '@testing-library/react';
import { fakeApi, type Handler, openOtherTab, problem, renderAt, sampleDashboard, signedOut } from '../test-kit';

const ME = 'GET /api/admin/me';
const EXTEND = 'POST /api/admin/extend';
const LOGOUT = 'POST /api/admin/logout';
const ENDED = 'Your session has ended. Please sign in again.';

/** Stands for the server's session: when it ends, and whether it is known. */
let session: { idle: number; absolute: number; known: boolean };
let other: ReturnType<typeof openOtherTab>;

beforeEach(() => {
  other = openOtherTab();
});
afterEach(() => other.close());

const inMs = (ms: number) => Date.now() + ms;
const lasts = () => ({
  json: {
    admin: { username: 'ada', role: 'administrator' },
    idle_expires_at: new Date(session.idle).toISOString(),
    absolute_expires_at: new Date(session.absolute).toISOString(),
  },
});

/** Opens the dashboard with a session that ends after so long without a sign of life, or in any case. */
async function openFor(idleMs: number, { absoluteMs = 12 * 3_600_000, ...more }: { absoluteMs?: number } & Record<string, Handler | number> = {}) {
  session = { idle: inMs(idleMs), absolute: inMs(absoluteMs), known: true };
  const api = fakeApi({
    'GET /api/admin/dashboard': () => (session.known ? { json: sampleDashboard() } : signedOut()),
    'GET /api/admin/jobs': () => ({ json: { jobs: [] } }),
    'GET /api/admin/login-hint': () => problem(404, 'There is nothing here.'),
    [ME]: () => (session.known ? lasts() : signedOut()),
    [EXTEND]: () => {
      session.idle = inMs(30 * 60_000);
      return lasts();
    },
    [LOGOUT]: () => {
      session.known = false;
      return { json: { status: 'signed_out' } };
    },
    ...(more as Record<string, Handler>),
  });
  const view = renderAt('/admin/dashboard');
  await screen.findByText('Total Therapists');
  await waitFor(() => expect(api.to(ME)).not.toEqual([]));
  return { api, ...view };
}

const warning = () => screen.findByRole('dialog', { name: 'Are you still there?' });
const noWarning = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** The sign-in is there, and nothing of what the session showed is. */
async function cleared(client: { getQueryData: (key: readonly string[]) => unknown }) {
  await screen.findByRole('heading', { name: 'Administrator Login' });
  expect(window.location.pathname).toBe('/admin/login');
  expect(screen.queryByText('Total Therapists')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(client.getQueryData(['admin', 'dashboard'])).toBeUndefined());
}

describe('An administrator who was idle', () => {
  it('sees nothing of it far from the end, and the question counts as nobody being there', async () => {
    const { api } = await openFor(2 * 60_000 + 30_000);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.to(ME).every(({ headers }) => headers.get('X-Background') === '1')).toBe(true);
  });

  it('is warned two minutes before, and stays by a press, in all tabs', async () => {
    const { api, user } = await openFor(119_000);
    await warning();
    const stay = screen.getByRole('button', { name: 'Stay signed in' });
    expect(document.activeElement).toBe(stay);
    expect(screen.getByRole('timer').textContent).toMatch(/^1:[345]\d$/);
    expect(screen.getByText('Total Therapists')).toBeTruthy();
    await user.click(stay);
    await noWarning();
    expect(api.to(EXTEND)).toHaveLength(1);
    expect(api.to(EXTEND)[0]?.headers.get('X-Background')).toBeNull();
    expect(other.heard).toEqual([{ type: 'extended' }]);
  });

  it('is warned when the fixed end comes first, which nothing moves', async () => {
    await openFor(30 * 60_000, { absoluteMs: 90_000 });
    await screen.findByRole('dialog', { name: 'This session ends soon' });
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  });

  it('is told when staying did not work, and can try again', async () => {
    const { user, toasts } = await openFor(90_000, { [EXTEND]: () => problem(500, 'Down.') });
    await warning();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(toasts).toEqual(['The session could not be extended. Please try again.']));
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeTruthy();
    expect(other.heard).toEqual([]);
  });

  it('is led to the sign-in when staying comes too late', async () => {
    const { user, client, toasts } = await openFor(90_000, { [EXTEND]: signedOut });
    await warning();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await cleared(client);
    expect(screen.getByText(ENDED)).toBeTruthy();
    expect(toasts).toEqual([]);
  });

  it('can log out from the warning, in all tabs', async () => {
    const { api, user, client, toasts } = await openFor(90_000);
    await warning();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await cleared(client);
    expect(api.to(LOGOUT)).toHaveLength(1);
    expect(screen.queryByText(ENDED)).toBeNull();
    expect(toasts).toEqual(['Logged out successfully']);
    expect(other.heard).toEqual([{ type: 'ended', cause: 'logout' }]);
  });

  it('finds the screen cleared at the end, when the server agrees', async () => {
    const { client } = await openFor(1_500);
    await warning();
    session.known = false;
    await cleared(client);
    expect(screen.getByText(ENDED)).toBeTruthy();
    expect(other.heard).toEqual([{ type: 'ended', cause: 'expired' }]);
  });

  it('finds the screen cleared at the end also when no answer comes', async () => {
    let down = false;
    const { client } = await openFor(1_500, {
      [ME]: () => {
        if (down) throw new TypeError('down');
        return lasts();
      },
    });
    await warning();
    down = true;
    await cleared(client);
    expect(screen.getByText(ENDED)).toBeTruthy();
    expect(other.heard).toEqual([{ type: 'ended', cause: 'expired' }]);
  });

  it('stays when the server knows of work in another tab', async () => {
    const { api } = await openFor(1_500);
    await warning();
    session.idle = inMs(30 * 60_000);
    await noWarning();
    expect(screen.getByText('Total Therapists')).toBeTruthy();
    expect(api.to(EXTEND)).toEqual([]);
  });
});

describe('What another tab tells', () => {
  it('that the session was extended: the warning goes', async () => {
    const { api } = await openFor(90_000);
    await warning();
    session.idle = inMs(30 * 60_000);
    act(() => other.tell({ type: 'extended' }));
    await noWarning();
    expect(api.to(EXTEND)).toEqual([]);
    expect(other.heard).toEqual([]);
  });

  it.each([
    ['expired', true],
    ['logout', false],
  ])('that the session ended (%s): the screen is cleared at once', async (cause, notice) => {
    const { client } = await openFor(20 * 60_000);
    act(() => other.tell({ type: 'ended', cause }));
    await cleared(client);
    expect(screen.queryAllByText(ENDED)).toHaveLength(notice ? 1 : 0);
    expect(other.heard).toEqual([]);
  });
});

describe('What this tab tells the others', () => {
  it('that the session ended, when the first of its calls is refused', async () => {
    const { user, client } = await openFor(20 * 60_000);
    session.known = false;
    await user.click(screen.getByRole('link', { name: 'Account' }));
    await cleared(client);
    expect(screen.getByText(ENDED)).toBeTruthy();
    expect(other.heard).toEqual([{ type: 'ended', cause: 'expired' }]);
  });

  it('that somebody logged out', async () => {
    const { user, client } = await openFor(20 * 60_000);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await cleared(client);
    expect(other.heard).toEqual([{ type: 'ended', cause: 'logout' }]);
  });
});

it('Nothing watches over a session on the sign-in page', async () => {
  const api = fakeApi({ 'GET /api/admin/login-hint': () => problem(404, 'There is nothing here.'), 'GET /api/admin/dashboard': signedOut });
  renderAt('/admin/login');
  await screen.findByRole('heading', { name: 'Administrator Login' });
  act(() => other.tell({ type: 'ended', cause: 'logout' }));
  expect(screen.getByRole('heading', { name: 'Administrator Login' })).toBeTruthy();
  expect(api.to(ME)).toEqual([]);
  expect(other.heard).toEqual([]);
});
