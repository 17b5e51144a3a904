import { json, startTestServer, type SeenRequest, type TestServer } from '../testing/fake-api';
import type { ServerResponse } from 'node:http';

const ME = {
  id: 'u1',
  email: 'ana@example.org',
  name: 'Ana',
  picture: null,
  user_type: 'therapist',
  idle_expires_at: '2030-01-01T00:30:00Z',
  absolute_expires_at: '2030-01-01T12:00:00Z',
};

/** Stands for the browser's channel between tabs; every page of a test hears the others. */
class TabChannel extends EventTarget {
  static open = new Set<TabChannel>();

  constructor() {
    super();
    TabChannel.open.add(this);
  }

  postMessage(data: unknown) {
    for (const other of TabChannel.open) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let server: TestServer;
let answers: Record<string, (request: SeenRequest, response: ServerResponse) => void>;

/** Loads the runtime as a page of its own would. */
async function openPage(hint: boolean) {
  document.body.innerHTML = `<script type="application/json" id="attune-page-data">${JSON.stringify({
    remotes: [],
    signed_in_hint: { user: hint, admin: false },
    demo: { google: false },
  })}</script>`;
  jest.resetModules();
  // As the shell does for whoever is signed in.
  (await import('../logout/finish-logouts')).finishLogouts();
  return { ...(await import('./session-store')), ...(await import('./api-client')) };
}

const asked = () => server.seen.map(({ method, path }) => `${method} ${path}`);
const signedIn = (_request: SeenRequest, response: ServerResponse) => json(response, 200, ME);
const refused = (_request: SeenRequest, response: ServerResponse) => json(response, 401, { detail: 'Please sign in.' });
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

beforeEach(async () => {
  answers = { 'GET /api/auth/me': signedIn };
  server = await startTestServer((request, response) => {
    const answer = answers[`${request.method} ${request.path}`] ?? refused;
    answer(request, response);
  });
  Object.assign(window, { BroadcastChannel: TabChannel });
  window.history.replaceState(null, '', '/dashboard');
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = 'logout=; Max-Age=0; Path=/';
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  TabChannel.open.clear();
  jest.restoreAllMocks();
  await server.close();
});

test('without the hint of a cookie nobody is asked', async () => {
  const page = await openPage(false);
  await page.startSession();
  expect(page.sessionState.get()).toMatchObject({ status: 'ready', user: null });
  expect(asked()).toEqual([]);
});

test('with the hint the server says who is there', async () => {
  const page = await openPage(true);
  const started = page.startSession();
  expect(page.sessionState.get().status).toBe('loading');
  await started;
  expect(page.sessionState.get()).toMatchObject({ status: 'ready', user: { id: 'u1', user_type: 'therapist' } });
});

test('the same person stays the same object; a new name or address is taken over', async () => {
  const page = await openPage(true);
  await page.startSession();
  const first = page.sessionState.get().user;
  await page.refreshSession();
  expect(page.sessionState.get().user).toBe(first);
  answers['GET /api/auth/me'] = (_request, response) => json(response, 200, { ...ME, email: 'ana@example.com' });
  await page.refreshSession();
  expect(page.sessionState.get().user).toMatchObject({ id: 'u1', email: 'ana@example.com' });
});

test('deadlines are told by this device’s clock, whatever the server’s says', async () => {
  const serverNow = Date.now() - 3_600_000;
  answers['GET /api/auth/me'] = (_request, response) =>
    json(
      response,
      200,
      { ...ME, idle_expires_at: new Date(serverNow + 60_000).toISOString() },
      { Date: new Date(serverNow).toUTCString() },
    );
  const page = await openPage(true);
  await page.startSession();
  const left = (page.sessionState.get().deadlines?.idle ?? 0) - Date.now();
  expect(Math.abs(left - 60_000)).toBeLessThan(3_000);
});

test('the code of a sign-in leaves the address at once and becomes a session', async () => {
  answers['POST /api/auth/session'] = signedIn;
  window.history.replaceState(null, '', '/dashboard?tab=notes#session_id=CODE');
  const page = await openPage(false);
  const started = page.startSession();
  expect(window.location.href).toMatch(/\/dashboard\?tab=notes$/);
  expect(page.sessionState.get().processing).toBe(true);
  await started;
  expect(server.seen[0]?.body).toBe('{"session_id":"CODE"}');
  expect(page.sessionState.get()).toMatchObject({ processing: false, user: { id: 'u1' } });
});

test('a code that is refused is logged and the user stays empty', async () => {
  window.history.replaceState(null, '', '/dashboard#session_id=OLD');
  const page = await openPage(false);
  await page.startSession();
  expect(console.error).toHaveBeenCalled();
  expect(page.sessionState.get()).toMatchObject({ status: 'ready', user: null, processing: false });
  expect(asked()).toEqual(['POST /api/auth/session']);
});

test('a code that is refused leaves the session that exists', async () => {
  window.history.replaceState(null, '', '/dashboard#session_id=OLD');
  const page = await openPage(true);
  await page.startSession();
  expect(asked()).toEqual(['POST /api/auth/session', 'GET /api/auth/me']);
  expect(page.sessionState.get()).toMatchObject({ status: 'ready', user: { id: 'u1' }, processing: false });
});

const DOWN = (_request: SeenRequest, response: ServerResponse) => json(response, 503, { detail: 'Down.' });
const signedOut = (_request: SeenRequest, response: ServerResponse) => json(response, 200, { status: 'signed_out' });

describe('a logout that the server does not hear of', () => {
  const left = { user: null, ended: { cause: 'logout', userType: 'therapist' } };

  beforeEach(() => {
    answers['POST /api/auth/logout'] = DOWN;
  });

  async function leave() {
    const page = await openPage(true);
    await page.startSession();
    let over = false;
    for (const who of ['account', 'visitor']) sessionStorage.setItem(`attune-drafts-${who}`, 'what was typed');
    const ended = page.logOut().then(() => (over = true));
    expect(page.sessionState.get()).toMatchObject(left);
    expect(JSON.stringify(sessionStorage)).not.toContain('what was typed');
    await settle();
    expect(over).toBe(false);
    return { page, ended };
  }

  test('clears the user at once, in every tab, and is over only when the server says so', async () => {
    const other = await openPage(true);
    await other.startSession();
    const { ended } = await leave();
    expect(other.sessionState.get()).toMatchObject(left);
    answers['POST /api/auth/logout'] = signedOut;
    window.dispatchEvent(new Event('online'));
    await ended;
  });

  test('lets no answer that was on its way bring the person back', async () => {
    const { page } = await leave();
    await page.refreshSession();
    expect(page.sessionState.get()).toMatchObject({ status: 'ready', ...left });
  });

  test('lets nothing be sent in the person’s name meanwhile, and nobody sign in', async () => {
    const { page } = await leave();
    await expect(page.api.POST('/api/auth/client/login', { params: { query: { email: 'b@example.org' } } })).rejects.toMatchObject({ status: 0 });
    expect(asked().filter((call) => call.includes('client/login'))).toEqual([]);
  });

  test('is finished by the next page before it asks who is signed in', async () => {
    await leave();
    server.seen.length = 0;
    const next = await openPage(true);
    const started = next.startSession();
    await settle();
    expect(new Set(asked())).toEqual(new Set(['POST /api/auth/logout']));
    expect(next.sessionState.get()).toMatchObject({ status: 'loading', user: null });
    answers['POST /api/auth/logout'] = signedOut;
    answers['GET /api/auth/me'] = refused;
    window.dispatchEvent(new Event('online'));
    await started;
    expect(next.sessionState.get()).toMatchObject({ status: 'ready', user: null });
  });

  test('is finished before somebody else’s sign-in is completed', async () => {
    await leave();
    answers['POST /api/auth/session'] = signedIn;
    window.history.replaceState(null, '', '/dashboard#session_id=CODE');
    const next = await openPage(true);
    const started = next.startSession();
    expect(window.location.hash).toBe('');
    await settle();
    expect(asked()).not.toContain('POST /api/auth/session');
    answers['POST /api/auth/logout'] = signedOut;
    window.dispatchEvent(new Event('online'));
    await started;
    expect(asked().at(-1)).toBe('POST /api/auth/session');
    expect(next.sessionState.get()).toMatchObject({ user: { id: 'u1' } });
  });
});

test('a 401 on a call while signed in ends the session', async () => {
  const page = await openPage(true);
  await page.startSession();
  await page.api.GET('/api/therapist/services');
  expect(page.sessionState.get()).toMatchObject({ user: null, ended: { cause: 'expired', userType: 'therapist' } });
});

test('a server that cannot answer sends nobody away', async () => {
  let times = 0;
  answers['GET /api/auth/me'] = (request, response) => {
    times += 1;
    if (times === 1) json(response, 503, { detail: 'Down.' });
    else signedIn(request, response);
  };
  const page = await openPage(true);
  const started = page.startSession();
  await settle();
  expect(page.sessionState.get().status).toBe('loading');
  await started;
  expect(page.sessionState.get().user?.id).toBe('u1');
});

test('signing in and out is known in every tab', async () => {
  const first = await openPage(false);
  await first.startSession();
  answers['POST /api/auth/logout'] = signedOut;
  const second = await openPage(true);
  await second.startSession();
  await settle();
  expect(first.sessionState.get().user?.id).toBe('u1');

  await second.logOut();
  expect(first.sessionState.get()).toMatchObject({ user: null, ended: { cause: 'logout' } });
});

test('a question in the background says so', async () => {
  const page = await openPage(true);
  await page.startSession();
  await page.refreshSession(true);
  expect(server.seen.map(({ headers }) => headers['x-background'])).toEqual([undefined, '1']);
});

describe('a sign-in that still owes its second factor', () => {
  const owes = (status: string) => (_request: SeenRequest, response: ServerResponse) => json(response, 202, { status });
  const WRONG = { detail: 'That code is not right.', errors: [{ field: 'code', message: 'That code is not right.' }] };

  async function arriveOwing(status = 'second_factor_required') {
    answers['POST /api/auth/session'] = owes(status);
    answers['GET /api/auth/me'] = refused;
    window.history.replaceState(null, '', '/dashboard#session_id=CODE');
    const page = await openPage(true);
    await page.startSession();
    return page;
  }

  test.each(['second_factor_required', 'second_factor_setup'])('is nobody yet: %s', async (status) => {
    const page = await arriveOwing(status);
    expect(page.sessionState.get()).toMatchObject({ status: 'ready', user: null, processing: false, secondFactor: status });
  });

  test('is complete with the right code, in every tab', async () => {
    const other = await openPage(false);
    await other.startSession();
    const page = await arriveOwing();
    answers['POST /api/auth/second-factor/verify'] = signedIn;
    answers['GET /api/auth/me'] = signedIn;
    await page.giveSecondFactor('123456');
    expect(server.seen.find(({ path }) => path.endsWith('/verify'))?.body).toBe('{"code":"123456"}');
    expect(page.sessionState.get()).toMatchObject({ user: { id: 'u1' }, secondFactor: null });
    await settle();
    expect(other.sessionState.get().user?.id).toBe('u1');
  });

  test('waits on after a wrong code', async () => {
    const page = await arriveOwing();
    answers['POST /api/auth/second-factor/verify'] = (_request, response) => json(response, 401, WRONG);
    await expect(page.giveSecondFactor('000000')).rejects.toMatchObject({ status: 401, detail: WRONG.detail });
    expect(page.sessionState.get()).toMatchObject({ user: null, secondFactor: 'second_factor_required' });
  });

  test('outlives the session that it takes the place of', async () => {
    const before = await openPage(true);
    await before.startSession();
    const page = await arriveOwing();
    await before.refreshSession(true);
    await settle();
    expect(before.sessionState.get()).toMatchObject({ user: null, ended: { cause: 'expired' } });
    expect(page.sessionState.get().secondFactor).toBe('second_factor_required');
  });

  test('is still there after the page was dropped and loaded again', async () => {
    await arriveOwing('second_factor_setup');
    const again = await openPage(true);
    await again.startSession();
    expect(again.sessionState.get()).toMatchObject({ status: 'ready', user: null, secondFactor: 'second_factor_setup' });
  });

  test.each([
    ['given', (page: Awaited<ReturnType<typeof openPage>>) => page.giveSecondFactor('123456')],
    ['given up', (page: Awaited<ReturnType<typeof openPage>>) => page.logOut()],
  ])('is not asked for again once %s', async (_how, end) => {
    const page = await arriveOwing();
    answers['POST /api/auth/second-factor/verify'] = signedIn;
    answers['POST /api/auth/logout'] = signedOut;
    await end(page);
    const again = await openPage(true);
    await again.startSession();
    expect(again.sessionState.get()).toMatchObject({ user: null, secondFactor: null });
  });

  test('is forgotten with the cookie', async () => {
    await arriveOwing();
    const without = await openPage(false);
    await without.startSession();
    const later = await openPage(true);
    await later.startSession();
    expect(later.sessionState.get().secondFactor).toBeNull();
  });

  test('is given up by a sign-out in any tab', async () => {
    const page = await arriveOwing();
    const other = await openPage(false);
    answers['POST /api/auth/logout'] = signedOut;
    await other.logOut();
    expect(page.sessionState.get()).toMatchObject({ user: null, secondFactor: null });
  });
});
