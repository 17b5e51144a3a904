import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { logOutOf } from '@attune/shared-ui/runtime';
import { BrowserRouter, connectToaster, isPending, QueryClient, QueryClientProvider } from '@attune/shared-ui/runtime/host';
import { fakeApi, lost, type Handler } from '@attune/shared-ui/testing/fake-api';
import { SessionGate } from './session-gate';

const CLEARED = 'You are signed out on this screen';
const done: Handler = () => ({ json: { status: 'signed_out' } });

let api: ReturnType<typeof fakeApi>;
let client: QueryClient;

beforeEach(() => {
  api = fakeApi({ 'POST /api/auth/logout': lost, 'POST /api/admin/logout': lost, 'GET /api/health/ready': done });
  client = new QueryClient();
  connectToaster(() => undefined);
});

/** The next test begins where nobody has left anything open. */
afterEach(async () => {
  Object.assign(api.handlers, { 'POST /api/auth/logout': done, 'POST /api/admin/logout': done });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect([isPending('user'), isPending('admin')]).toEqual([false, false]));
});

function open(address: string) {
  window.history.replaceState(null, '', address);
  client.setQueryData(['record'], 'Ana');
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <SessionGate>
          <p>Ana’s record</p>
        </SessionGate>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const leave = (kind: 'user' | 'admin') => act(() => void logOutOf(kind));
const record = () => screen.queryByText('Ana’s record');

test.each(['/dashboard', '/profile', '/client/dashboard', '/client/login', '/'])('a logout clears %s until the server has ended the session', async (address) => {
  open(address);
  expect(record()).toBeTruthy();
  leave('user');
  expect(record()).toBeNull();
  await screen.findByRole('heading', { level: 1, name: CLEARED });
  expect(client.getQueryData(['record'])).toBeUndefined();
  expect(document.title).toBe(`${CLEARED} · Attune`);
  expect(await screen.findByText(/^The last try was at/)).toBeTruthy();
  expect(screen.queryByText(/What you see stays here/)).toBeNull();
  api.handlers['POST /api/auth/logout'] = done;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(record()).toBeTruthy());
});

test.each(['/t/demo', '/pricing', '/admin/dashboard'])('it takes nothing from %s, and is finished there too', async (address) => {
  open(address);
  leave('user');
  expect(record()).toBeTruthy();
  await waitFor(() => expect(api.to('POST /api/auth/logout')).not.toEqual([]));
});

test.each(['/admin/dashboard', '/admin/login'])('an administrator’s logout clears %s and leads to the sign-in', async (address) => {
  open(address);
  leave('admin');
  expect(record()).toBeNull();
  await screen.findByRole('heading', { level: 1, name: CLEARED });
  expect(window.location.pathname).toBe('/admin/login');
  api.handlers['POST /api/admin/logout'] = done;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(record()).toBeTruthy());
});

test('it says honestly what closing the page means where storage is switched off', async () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Closed.', 'SecurityError');
  });
  const setCookie = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  open('/dashboard');
  leave('user');
  expect(await screen.findByText(/whoever opens Attune in this browser may see the account/)).toBeTruthy();
  setItem.mockRestore();
  setCookie.mockRestore();
});
