import { fakeApi, problem } from '../testing/fake-api';
import { api } from './api-client';
import { sessionState, startSession } from './session-store';

const SERVICES = 'GET /api/therapist/services';

test('each call names who the page shows, and where another account is refused the page finds out who is there', async () => {
  let id = 'ana';
  const server = fakeApi({
    'GET /api/auth/me': () => ({ json: { id, email: `${id}@example.org`, name: id, picture: null, user_type: 'therapist' } }),
    [SERVICES]: ({ headers }) => (headers.get('X-Account') === id ? { json: [] } : problem(409, 'Somebody else.', [{ field: 'account', message: 'Somebody else.' }])),
    'GET /api/admin/dashboard': () => ({ json: {} }),
  });
  const ask = async () => (await api.GET('/api/therapist/services')).response.status;
  await startSession();
  expect(await ask()).toBe(200);
  id = 'ben';
  expect(await ask()).toBe(409);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sessionState.get().user?.id).toBe('ben');
  expect(await ask()).toBe(200);
  // An administrator's session lies beside it.
  await api.GET('/api/admin/dashboard');
  expect(server.calls.at(-1)?.headers.get('X-Account')).toBeNull();
});
