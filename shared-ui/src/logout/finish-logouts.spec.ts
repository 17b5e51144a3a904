import { fakeApi, held, lost, problem, type Handler } from '../testing/fake-api';

const LOGOUT = 'POST /api/auth/logout';
const ADMIN_LOGOUT = 'POST /api/admin/logout';
const ME = 'GET /api/auth/me';
const KEY = 'attune-logout-user';
const done: Handler = () => ({ json: { status: 'signed_out' } });
const settle = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads the runtime as a page of its own would, with what tries to end the sessions. */
async function openPage() {
  jest.resetModules();
  const toasts: string[] = [];
  const [host, pending, finisher] = [await import('../runtime/host'), await import('../runtime/pending-logout'), await import('./finish-logouts')];
  host.connectToaster(({ text }) => toasts.push(text));
  finisher.finishLogouts();
  return { ...host, ...pending, ...finisher, toasts };
}

beforeEach(() => {
  localStorage.clear();
  for (const name of ['logout', 'admin_logout']) document.cookie = `${name}=; Max-Age=0; Path=/`;
});
afterEach(() => jest.restoreAllMocks());

test('a logout that the server hears of is over at once, and nothing of it stays', async () => {
  const api = fakeApi({ [LOGOUT]: done });
  const page = await openPage();
  const ended = page.logOutOf('user');
  expect(localStorage.getItem(KEY)).not.toBeNull();
  expect(page.isPending('user')).toBe(true);
  await ended;
  expect([page.isPending('user'), localStorage.length]).toEqual([false, 0]);
  expect(api.to(LOGOUT)).toHaveLength(1);
  expect(page.toasts).toEqual([]);
});

test.each([
  ['no network', lost],
  ['a server that is down', () => problem(503, 'Down.')],
  ['a gateway without the server', () => ({ status: 502, json: 'Bad gateway' })],
  ['another’s sign-in page', () => ({ json: { welcome: 'to this hotel' } })],
  ['another’s demand to sign in', () => ({ status: 401, json: { message: 'Sign in to this network first.' } })],
  ['another’s page that demands it', () => ({ status: 401, json: '<h1>Sign in to this network first</h1>' })],
  ['a refusal', () => problem(403, 'Reload.')],
] as const)('%s is no end: it is tried until the server says so', async (_case, trouble: Handler) => {
  const api = fakeApi({ [LOGOUT]: trouble, [ME]: trouble });
  const page = await openPage();
  const ended = page.logOutOf('user');
  await settle();
  expect(page.isPending('user')).toBe(true);
  expect(page.logoutProgress.user.get()).toEqual({ trying: false, failedAt: expect.any(Number) as number });
  api.handlers[LOGOUT] = done;
  page.tryLogoutsNow();
  await ended;
  expect(localStorage.length).toBe(0);
});

test('it is tried again by itself after a while', async () => {
  let asked = 0;
  fakeApi({ [LOGOUT]: (call) => ((asked += 1) === 1 ? lost() : done(call)) });
  const page = await openPage();
  await page.logOutOf('user');
  expect(asked).toBe(2);
});

test('a session that is over already needs no end', async () => {
  fakeApi({ [LOGOUT]: () => problem(401, 'Please sign in first.') });
  const page = await openPage();
  await page.logOutOf('user');
  expect(page.isPending('user')).toBe(false);
});

test('a token that is missing or out of date is fetched anew, without taking anybody in', async () => {
  let token = false;
  const api = fakeApi({
    [LOGOUT]: (call) => (token ? done(call) : problem(403, 'Reload.')),
    [ME]: () => {
      token = true;
      return { json: { id: 'u1' } };
    },
  });
  const page = await openPage();
  await page.logOutOf('user');
  expect(api.calls.map(({ route }) => route)).toEqual([LOGOUT, ME, LOGOUT]);
  expect(api.to(ME)[0]?.headers.get('X-Background')).toBe('1');
  expect(page.sessionState.get().user).toBeNull();
});

test('the two sessions of a browser are left apart', async () => {
  const api = fakeApi({ [LOGOUT]: lost, [ADMIN_LOGOUT]: done });
  const page = await openPage();
  void page.logOutOf('user');
  await page.logOutOf('admin');
  expect([page.isPending('user'), page.isPending('admin')]).toEqual([true, false]);
  expect(api.to(ADMIN_LOGOUT)).toHaveLength(1);
});

test('what an earlier page left is finished by the next one, which says so', async () => {
  const api = fakeApi({ [LOGOUT]: lost });
  const page = await openPage();
  void page.logOutOf('user');
  await settle();
  api.handlers[LOGOUT] = done;
  const next = await openPage();
  expect(next.isPending('user')).toBe(true);
  await next.whenLoggedOut('user');
  await settle();
  expect(next.toasts).toEqual(['Logged out successfully']);
  // The earlier page learns of it, and does not end a session that begins later.
  const asked = api.to(LOGOUT).length;
  window.dispatchEvent(new Event('pageshow'));
  await settle();
  expect(page.isPending('user')).toBe(false);
  expect(api.to(LOGOUT)).toHaveLength(asked);
});

test('another tab’s logout counts at once', async () => {
  fakeApi({ [LOGOUT]: lost });
  const page = await openPage();
  localStorage.setItem(KEY, '1');
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: '1' }));
  expect(page.isPending('user')).toBe(true);
});

test('where storage is switched off the page itself remembers, and says that it alone does', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  const api = fakeApi({ [LOGOUT]: lost });
  const page = await openPage();
  const ended = page.logOutOf('user');
  await settle();
  window.dispatchEvent(new Event('pageshow'));
  await settle();
  expect([page.isPending('user'), page.isKept('user')]).toEqual([true, false]);
  api.handlers[LOGOUT] = done;
  page.tryLogoutsNow();
  await ended;
  expect([page.isPending('user'), page.isKept('user')]).toEqual([false, true]);
});

test.each([
  ['user', 'logout'],
  ['admin', 'admin_logout'],
] as const)('the wish of a %s lies in a cookie that goes with the next request too, and outlives a storage that somebody empties', async (kind, name) => {
  const api = fakeApi({ [LOGOUT]: lost, [ADMIN_LOGOUT]: lost });
  const page = await openPage();
  const ended = page.logOutOf(kind);
  localStorage.clear();
  expect(document.cookie).toBe(`${name}=1`);
  const next = await openPage();
  expect(next.isPending(kind)).toBe(true);
  api.handlers[LOGOUT] = api.handlers[ADMIN_LOGOUT] = done;
  page.tryLogoutsNow();
  await ended;
  expect(document.cookie).toBe('');
});

test('one press is one call, however often it is pressed while no answer comes', async () => {
  const { answer, release } = held();
  const api = fakeApi({ [LOGOUT]: () => answer });
  const page = await openPage();
  const ended = page.logOutOf('user');
  page.tryLogoutsNow();
  void page.logOutOf('user');
  await settle();
  expect(api.to(LOGOUT)).toHaveLength(1);
  expect(page.logoutProgress.user.get()).toEqual({ trying: true, failedAt: null });
  release({ json: { status: 'signed_out' } });
  await ended;
});
