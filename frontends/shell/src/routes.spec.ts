import { existsSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_CONTRACT } from '@attune/shared-ui/runtime';
import { matchPath } from '@attune/shared-ui/runtime/host';
import { routes, type RemoteRoute } from './routes';

const FRONTENDS = path.resolve(__dirname, '../..');
const remoteRoutes = routes.filter((route): route is RemoteRoute => route.remote !== null);

interface PagesModule {
  runtimeContract: number;
  pages: Record<string, () => Promise<{ default: unknown }>>;
}

const folderOf = (remote: string) => path.join(FRONTENDS, remote.replaceAll('_', '-'), 'src');
const pagesOf = (remote: string) => jest.requireActual<PagesModule>(path.join(folderOf(remote), 'pages.ts'));

test.each([...new Set(remoteRoutes.map(({ remote }) => remote))])('%s is built for this runtime', (remote) => {
  expect(pagesOf(remote).runtimeContract).toBe(RUNTIME_CONTRACT);
});

test.each(remoteRoutes.map(({ path: address, remote, page }) => [address, remote, page] as const))(
  '%s is answered by %s, page %s',
  (_address, remote, page) => {
    expect(Object.keys(pagesOf(remote).pages)).toContain(page);
    expect(existsSync(path.join(folderOf(remote), 'pages', `${page}.page.tsx`))).toBe(true);
  },
);

test('every page of a remote has an address', () => {
  for (const remote of new Set(remoteRoutes.map((route) => route.remote))) {
    const addressed = new Set(remoteRoutes.filter((route) => route.remote === remote).map(({ page }) => page));
    expect([...addressed].sort()).toEqual(Object.keys(pagesOf(remote).pages).sort());
  }
});

test('the first route that matches is the most specific one', () => {
  const first = (address: string) => routes.find((route) => matchPath(route.path, address))?.path;
  expect(['/', '/pricing', '/t/demo', '/demo', '/client/login', '/dashboard', '/ui'].map(first)).toEqual([
    '/',
    '/pricing',
    '/t/:slug',
    '/:slug',
    '/client/login',
    '/dashboard',
    '/ui',
  ]);
});
