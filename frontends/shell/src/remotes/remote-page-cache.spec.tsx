import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { RemoteLoader } from './remote-loader';
import { createRemotePageCache } from './remote-page-cache';
import { RemotePage } from './remote-page';
import { RemoteProblem, type ProblemKind } from './remote-problem';

const Page = () => <h1>The page</h1>;

function loaderThat(...outcomes: (ProblemKind | 'works')[]) {
  const loadPage = jest.fn<ReturnType<RemoteLoader['loadPage']>, Parameters<RemoteLoader['loadPage']>>((remote) => {
    const outcome = outcomes.shift() ?? 'works';
    return outcome === 'works' ? Promise.resolve(Page) : Promise.reject(new RemoteProblem(outcome, remote));
  });
  return { loadPage };
}

function show(loader: RemoteLoader) {
  const cache = createRemotePageCache(loader);
  render(
    <MemoryRouter>
      <RemotePage remote="therapist" page="dashboard" cache={cache} />
    </MemoryRouter>,
  );
  return cache;
}

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test('a page is asked for once and then drawn at once', async () => {
  const loader = loaderThat('works');
  const cache = createRemotePageCache(loader);
  const entry = cache.open('therapist', 'dashboard');
  expect(cache.open('therapist', 'dashboard')).toBe(entry);
  await entry.settled;
  expect(entry.Page).toBe(Page);
  expect(loader.loadPage).toHaveBeenCalledTimes(1);
});

test('whoever comes back after a failure gets a fresh try', async () => {
  const loader = loaderThat('unreachable', 'works');
  const cache = createRemotePageCache(loader);
  await cache.open('therapist', 'dashboard').settled;
  await cache.open('therapist', 'profile').settled;
  expect(loader.loadPage.mock.calls).toEqual([
    ['therapist', 'dashboard', false],
    ['therapist', 'profile', true],
  ]);
});

test('a failure shows a panel; Try again shows it again while the remote is down, and the page once it is back', async () => {
  const person = userEvent.setup();
  const loader = loaderThat('unreachable', 'unavailable', 'works');
  show(loader);
  expect(await screen.findByRole('heading', { name: 'This page is not available right now' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'This page is not available right now' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy();
  expect(loader.loadPage.mock.calls.map(([, , fresh]) => fresh)).toEqual([false, true, true]);
});

test('a remote of another runtime asks for a reload', async () => {
  show(loaderThat('outdated'));
  expect(await screen.findByRole('button', { name: 'Reload to update' })).toBeTruthy();
});
