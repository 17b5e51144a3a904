import { api, unwrap, watchUnauthenticated } from './api-client';
import { ApiError } from './api-error';
import { connection } from './connection';
import { json, startTestServer, type TestServer } from '../testing/fake-api';

let server: TestServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
  document.cookie = 'XSRF-TOKEN=; Max-Age=0';
  watchUnauthenticated(() => () => undefined);
  connection.set('ok');
});

test('a call that changes something echoes the CSRF cookie; a call that reads does not', async () => {
  server = await startTestServer((_request, response) => json(response, 200, { status: 'signed_out' }));
  document.cookie = 'XSRF-TOKEN=to%20ken';

  await unwrap(api.POST('/api/auth/logout'));
  await unwrap(api.GET('/api/auth/me'));

  expect(server.seen.map(({ method, headers }) => [method, headers['x-xsrf-token']])).toEqual([
    ['POST', 'to ken'],
    ['GET', undefined],
  ]);
});

test('a visitor without the cookie sends no token', async () => {
  server = await startTestServer((_request, response) => json(response, 201, {}));
  await api.POST('/api/bookings/manage', { body: { token: 'abc' } });
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/bookings/manage', body: '{"token":"abc"}' });
  expect(server.seen[0]?.headers).not.toHaveProperty('x-xsrf-token');
});

test('path and query parameters are put into the address', async () => {
  server = await startTestServer((_request, response) => json(response, 200, { timezone: 'UTC', days: [] }));
  const path = { id: 'a b' };
  const query = { service_id: 's', from: '2026-12-01', to: '2026-12-31' };
  await unwrap(api.GET('/api/public/therapist/{id}/availability', { params: { path, query } }));
  expect(server.seen[0]?.path).toBe('/api/public/therapist/a%20b/availability?service_id=s&from=2026-12-01&to=2026-12-31');
});

test('what is looked for goes in a header and not in the address', async () => {
  server = await startTestServer((_request, response) => json(response, 200, []));
  await unwrap(api.GET('/api/therapist/enhanced-session-notes', { params: { query: { q: 'Väter & Söhne', tag: 'a+b', limit: 5 } } }));
  expect(server.seen[0]?.path).toBe('/api/therapist/enhanced-session-notes?limit=5');
  expect(server.seen[0]?.headers['x-search']).toBe('q=V%C3%A4ter%20%26%20S%C3%B6hne&tag=a%2Bb');
});

test('whose address signs in goes in a header and not in the address', async () => {
  server = await startTestServer((_request, response) => json(response, 202, {}));
  await unwrap(api.POST('/api/auth/client/login', { params: { query: { email: 'vera+1@private.example' } } }));
  expect(server.seen[0]?.path).toBe('/api/auth/client/login');
  expect(server.seen[0]?.headers['x-email']).toBe('vera%2B1%40private.example');
});

test('an error answer becomes an ApiError with its sentence, fields, request id and pause', async () => {
  const errors = [{ field: 'display_name', message: 'Please enter a name.' }];
  server = await startTestServer((_request, response) =>
    json(response, 429, { detail: 'Too many tries.', errors, request_id: 'r-1' }, { 'Retry-After': '30' }),
  );
  await expect(unwrap(api.GET('/api/auth/me'))).rejects.toMatchObject({
    status: 429,
    detail: 'Too many tries.',
    explained: true,
    message: 'Too many tries.',
    errors,
    requestId: 'r-1',
    retryAfterSeconds: 30,
  });
});

test('an error answer that is no JSON of ours still has a sentence', async () => {
  server = await startTestServer((_request, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'));
  const failure: unknown = await unwrap(api.GET('/api/auth/me')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 502, explained: false, detail: 'Something went wrong on our side. Please try again.' });
  expect(connection.get()).toBe('server-down');
});

test('no answer is an ApiError with status 0, and the page knows that the line is down', async () => {
  server = await startTestServer((_request, response) => response.destroy());
  await expect(unwrap(api.GET('/api/auth/me'))).rejects.toMatchObject({ name: 'ApiError', status: 0, explained: false });
  expect(connection.get()).toBe('unreachable');
});

test("the caller's own abort stays an abort", async () => {
  server = await startTestServer(() => undefined);
  const abort = new AbortController();
  const call = unwrap(api.GET('/api/auth/me', { signal: abort.signal }));
  abort.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(connection.get()).toBe('ok');
});

test.each([
  ['/api/therapist/profile', true],
  ['/api/auth/me', false],
] as const)('a 401 of %s ends the session: %s', async (path, ends) => {
  server = await startTestServer((_request, response) => json(response, 401, { detail: 'Please sign in.' }));
  const ended = jest.fn();
  watchUnauthenticated(() => ended);
  await api.GET(path);
  expect(ended).toHaveBeenCalledTimes(ends ? 1 : 0);
});

test.each([
  ['a new address', () => api.POST('/api/client/account/email/confirm', { body: { code: '000000' } })],
  ['a held time', () => api.POST('/api/bookings/verify', { body: { hold_id: '01a1ff37-9aed-72af-8abc-08ce3920edf4', code: '000000' } })],
] as const)('a wrong code for %s ends no session', async (_what, call) => {
  server = await startTestServer((_request, response) => json(response, 401, { detail: 'This code is not right.' }));
  const ended = jest.fn();
  watchUnauthenticated(() => ended);
  await call();
  expect(ended).not.toHaveBeenCalled();
});
