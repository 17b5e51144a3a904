import type { RemoteListing } from '@attune/shared-ui/runtime';
import { createRemoteLoader, type RemoteSource } from './remote-loader';

const listed = (entry: string, runtimeContract = 1): RemoteListing => ({ name: 'therapist', entry, runtimeContract });
const Dashboard = () => null;
const container = (contract = 1) => ({ runtimeContract: contract, pages: { dashboard: () => Promise.resolve({ default: Dashboard }) } });

/** A world in which everything works, changed by each test. */
function world(changes: Partial<RemoteSource> = {}) {
  const registered: string[] = [];
  const source: RemoteSource = {
    inlinedList: () => [listed('/remotes/therapist/one.js')],
    fetchList: jest.fn(() => Promise.resolve([listed('/remotes/therapist/two.js')])),
    register: ({ entry }) => registered.push(entry),
    loadPages: jest.fn(() => Promise.resolve(container())),
    ...changes,
  };
  return { source, registered, loader: createRemoteLoader({ source, contract: 1, timeoutMs: 200 }) };
}

const problem = (kind: string) => expect.objectContaining({ name: 'RemoteProblem', kind }) as Error;

test('the list that came with the page is enough; the container is registered once', async () => {
  const { source, registered, loader } = world();
  await expect(loader.loadPage('therapist', 'dashboard')).resolves.toBe(Dashboard);
  await loader.loadPage('therapist', 'dashboard');
  expect(source.fetchList).not.toHaveBeenCalled();
  expect(registered).toEqual(['/remotes/therapist/one.js']);
});

test('without an inlined list it is fetched', async () => {
  const { registered, loader } = world({ inlinedList: () => [] });
  await loader.loadPage('therapist', 'dashboard');
  expect(registered).toEqual(['/remotes/therapist/two.js']);
});

test('a fresh attempt reads the list again and replaces the container', async () => {
  const { registered, loader } = world();
  await loader.loadPage('therapist', 'dashboard');
  await loader.loadPage('therapist', 'dashboard', true);
  expect(registered).toEqual(['/remotes/therapist/one.js', '/remotes/therapist/two.js']);
});

test.each([
  ['listed as down', { inlinedList: () => [{ name: 'therapist', unavailable: true as const }] }, 'unavailable'],
  ['not listed', { inlinedList: () => [], fetchList: () => Promise.resolve([]) }, 'unavailable'],
  ['without a list', { inlinedList: () => [], fetchList: () => Promise.reject(new TypeError('Failed to fetch')) }, 'unreachable'],
  ['refusing', { loadPages: () => Promise.reject(new Error('ScriptNetworkError')) }, 'unreachable'],
  ['hanging', { loadPages: () => new Promise<unknown>(() => undefined) }, 'slow'],
  ['no container of ours', { loadPages: () => Promise.resolve({ init: () => undefined }) }, 'broken'],
  ['nothing at all', { loadPages: () => Promise.resolve(null) }, 'broken'],
  ['without that page', { loadPages: () => Promise.resolve({ runtimeContract: 1, pages: {} }) }, 'broken'],
  ['built for another runtime', { loadPages: () => Promise.resolve(container(2)) }, 'outdated'],
] satisfies [string, Partial<RemoteSource>, string][])('a remote that is %s is a problem of its own kind', async (_name, changes, kind) => {
  const { loader } = world(changes);
  await expect(loader.loadPage('therapist', 'dashboard')).rejects.toEqual(problem(kind));
});

test('a remote that is listed for another runtime is not even loaded', async () => {
  const { source, registered, loader } = world({ inlinedList: () => [listed('/remotes/therapist/new.js', 2)] });
  await expect(loader.loadPage('therapist', 'dashboard')).rejects.toEqual(problem('outdated'));
  expect(registered).toEqual([]);
  expect(source.loadPages).not.toHaveBeenCalled();
});

test('an older remote of the same contract, with fewer pages and unknown extras, opens in today’s shell', async () => {
  const older = { ...container(), name: 'therapist', buildVersion: '0.0.1' };
  const { loader } = world({ loadPages: () => Promise.resolve(older) });
  await expect(loader.loadPage('therapist', 'dashboard')).resolves.toBe(Dashboard);
  await expect(loader.loadPage('therapist', 'later-page')).rejects.toEqual(problem('broken'));
});

test('a fresh attempt outlasts failures that the browser remembers', async () => {
  let failures = 2;
  const loadPages = () => (failures-- > 0 ? Promise.reject(new Error('ChunkLoadError')) : Promise.resolve(container()));
  const { source } = world({ loadPages });
  const loader = createRemoteLoader({ source, contract: 1, timeoutMs: 5_000 });
  await expect(loader.loadPage('therapist', 'dashboard', true)).resolves.toBe(Dashboard);
});
