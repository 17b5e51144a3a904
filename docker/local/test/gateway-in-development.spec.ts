import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startGateway, type Gateway } from '../src/gateway/gateway';
import { createPageReload } from '../src/gateway/page-reload';
import { temporaryFolder } from './temporary-folder';

const PATHS = ['/api/admin/login-hint', '/api//admin/login-hint', '/admin/login', '/remotes/therapist/remote.json', '/dev/mail'];
const frontends = temporaryFolder();
const seen: (string | undefined)[] = [];
const pageReload = createPageReload();
let api: Server;
let gateway: Gateway;

beforeAll(async () => {
  api = createServer((request, response) => {
    seen.push(request.url);
    if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': 28 }).end('<html><head></head>é</html>');
    else response.end('the password');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as AddressInfo;
  gateway = await startGateway({ port: 0, frontends, remotes: ['therapist'], remoteUrls: {}, apiPort: () => port, isDevelopment: true, standIns: {}, pageReload });
});
afterAll(async () => {
  await gateway.close();
  api.closeAllConnections();
  api.close();
});
beforeEach(() => seen.splice(0));

/** fetch() would fix the headers. */
function get(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path, headers, agent: false }, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject);
    });
    request.on('error', reject);
    request.end();
  });
}

test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'CF-Ray'])('nobody who came through another server gets anything: %s', async (name) => {
  for (const path of PATHS) expect(await get(path, { [name]: '127.0.0.1' })).toBe('403 This page is for this machine alone, and this request came through another server.');
  expect(seen).toEqual([]);
});

test.each(['attune.ngrok.example', '192.168.1.20:3000', 'localhost.example'])('nobody who asks by another name gets anything: %s', async (host) => {
  for (const path of PATHS) expect(await get(path, { host })).toBe('403 Only this machine may open this page.');
  expect(seen).toEqual([]);
});

test('this machine gets what it asks for', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) expect(await get('/api/admin/login-hint', { host })).toBe('200 the password');
});

test('pages carry the reload script and hear of a rebuild', async () => {
  expect(await get('/page', { host: '127.0.0.1' })).toBe('200 <html><head><script src="/dev/reload.js" defer></script></head>é</html>');
  for (const [form, accepts, open] of [['br', 'gzip, deflate, br, zstd', brotliDecompressSync], ['gzip', 'gzip, br;q=0', gunzipSync]] as const) {
    const page = await new Promise<{ form: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path: '/page', headers: { host: '127.0.0.1', 'accept-encoding': accepts }, agent: false }, (response) => {
        buffer(response).then((bytes) => resolve({ form: response.headers['content-encoding'], bytes }), reject);
      });
      request.on('error', reject).end();
    });
    expect([page.form, open(page.bytes).toString()]).toEqual([form, '<html><head><script src="/dev/reload.js" defer></script></head>é</html>']);
  }
  const stream = await fetch(`http://127.0.0.1:${gateway.port}/dev/reload`);
  const reader = stream.body?.getReader();
  await reader?.read();
  pageReload.announce();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('event: reload');
});
