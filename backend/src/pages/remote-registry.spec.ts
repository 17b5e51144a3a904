import { createServer, RequestListener, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import type { AppConfig } from '../config/app-config';
import { RemoteRegistry } from './remote-registry';

const GOOD = { entry: 'entry.js', runtimeContract: 3, pages: { dashboard: { js: ['dashboard.js'], css: [] } } };
const PAST_BOUND = 300_000;

let server: Server;
let answer: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function registry(): RemoteRegistry {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new RemoteRegistry({ frontends: { remotes: { admin: { kind: 'url', url } } } } as unknown as AppConfig);
}
const admin = async (remotes: RemoteRegistry): Promise<object | undefined> => (await remotes.list()).find(({ name }) => name === 'admin');

it('shows a remote as its server describes it', async () => {
  answer = (_request, response) => response.end(JSON.stringify(GOOD));
  const remotes = registry();
  expect(await admin(remotes)).toEqual({ name: 'admin', entry: '/remotes/admin/entry.js', runtimeContract: 3 });
  expect(await remotes.filesOf('admin', 'dashboard')).toEqual({ scripts: ['/remotes/admin/entry.js', '/remotes/admin/dashboard.js'], styles: [] });
});

it.each([
  ['no pages', { ...GOOD, pages: null }],
  ['a page of no files', { ...GOOD, pages: { dashboard: null } }],
  ['something else than names of files', { ...GOOD, pages: { dashboard: { js: 7, css: [] } } }],
  ['nothing', null],
])('shows a remote as not there whose server describes %s', async (_, said) => {
  answer = (_request, response) => response.end(JSON.stringify(said));
  const remotes = registry();
  expect(await admin(remotes)).toEqual({ name: 'admin', unavailable: true });
  expect(await remotes.filesOf('admin', 'dashboard')).toEqual({ scripts: [], styles: [] });
});

it('reads no more of what a server sends than such a file has', async () => {
  answer = (_request, response) => response.end(JSON.stringify(GOOD) + ' '.repeat(PAST_BOUND));
  expect(await admin(registry())).toEqual({ name: 'admin', unavailable: true });
});

it('is led to no other address', async () => {
  answer = ({ url }, response) => (url === '/internal' ? response.end(JSON.stringify(GOOD)) : response.writeHead(302, { Location: '/internal' }).end());
  expect(await admin(registry())).toEqual({ name: 'admin', unavailable: true });
  expect(asked).not.toContain('/internal');
});
