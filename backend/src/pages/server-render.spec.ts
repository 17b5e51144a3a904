import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig, Origin } from '../config/app-config';
import type { PublicPage } from './public-page-data';
import { RemoteRegistry } from './remote-registry';
import { ServerRender } from './server-render';

const SHELL = `exports.runtimeContract = 1; exports.shared = { react: { word: 'drawn' } }; exports.render = (page, path, data) => page(path, data);`;
const REMOTE = `const { word } = require('react'); exports.runtimeContract = 1; exports.pages = { slug: (path, data) => [word, path, data.name].join(' ') };`;
const PAGE = { data: { key: 'slug:a b', therapist: {}, services: [] }, shown: { services: [], listed: false } } as unknown as PublicPage;
const MATCH = { route: { path: '/t/:slug', remote: 'public_booking', page: 'slug' }, params: { slug: 'a b' } } as const;
const PARTS = { title: '', scripts: ['/remotes/public-booking/entry.js'], styles: [], data: { name: 'Amara' } };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'attune-drawn-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(code: string, content = code, into = folder): string {
  const name = `server.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.cjs`;
  writeFileSync(join(into, name), content);
  return name;
}

function renderWith(shell: Origin, origin: Origin, copies?: string): ServerRender {
  const config = { frontends: { shell, remotes: { public_booking: origin }, copies } } as unknown as AppConfig;
  return new ServerRender(config, new RemoteRegistry(config));
}

/** What is drawn with these files; the remote's may be another one than its name says, or come from elsewhere. */
async function drawn(remote: string, { content = remote, entry = 'entry.js', origin = { kind: 'folder', path: folder } as Origin, page = PAGE } = {}): Promise<string | undefined> {
  const template = `<head><!--attune:server ${put(SHELL)}--></head>`;
  writeFileSync(join(folder, 'remote.json'), JSON.stringify({ entry, runtimeContract: 1, server: put(remote, content) }));
  const render = renderWith({ kind: 'folder', path: folder }, origin);
  const first = await render.draw(template, MATCH, page, PARTS);
  // What is kept draws the same.
  expect(await render.draw(template, MATCH, page, PARTS)).toBe(first);
  return first;
}

it('draws a page with the files of both builds, which share what exists once', async () => {
  expect(await drawn(REMOTE)).toBe('drawn /t/a%20b Amara');
});

it.each([
  ['a file that is not what its name says', REMOTE, { content: `${REMOTE} ` }],
  ['a file that asks for more than is shared', `require('node:fs'); ${REMOTE}`, {}],
  ['a file of another contract', REMOTE.replace('= 1', '= 2'), {}],
  ['a file that breaks', REMOTE.replace('[word', '[word.missing.word'), {}],
  ['another build of the remote than the page is for', REMOTE, { entry: 'older.js' }],
  ['a remote of another server', REMOTE, { origin: { kind: 'url', url: 'http://127.0.0.1:9' } as Origin }],
  ['a page that has to ask for its services', REMOTE, { page: { ...PAGE, data: { key: 'slug:a b' } } as PublicPage }],
])('draws nothing with %s', async (_, remote, otherwise) => {
  expect(await drawn(remote, otherwise)).toBeUndefined();
});

it('draws what other servers deliver from the copy of the same build alone', async () => {
  for (const name of ['shell', 'public-booking']) mkdirSync(join(folder, name, 'dist'), { recursive: true });
  const template = `<!--attune:server ${put(SHELL, SHELL, join(folder, 'shell/dist'))}-->`;
  const own = put(REMOTE, REMOTE, join(folder, 'public-booking/dist'));
  let live = { entry: 'entry.js', runtimeContract: 1, pages: {}, server: own };
  const elsewhere: Server = createServer((_, response) => response.end(JSON.stringify(live)));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  try {
    const origin: Origin = { kind: 'url', url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` };
    expect(await renderWith(origin, origin, folder).draw(template, MATCH, PAGE, PARTS)).toBe('drawn /t/a%20b Amara');
    expect(await renderWith(origin, origin).draw(template, MATCH, PAGE, PARTS)).toBeUndefined();
    live = { ...live, server: 'server.0badc0de.cjs' };
    expect(await renderWith(origin, origin, folder).draw(template, MATCH, PAGE, PARTS)).toBeUndefined();
  } finally {
    elsewhere.close();
  }
});
