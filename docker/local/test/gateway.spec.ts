import fs, { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createHttpServer, request as httpRequest, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { startGateway, type Gateway, type GatewayOptions } from '../src/gateway/gateway';
import { sendText } from '../src/http/answers';
import { anyFreePort } from '../src/process/ports';
import { temporaryFolder } from './temporary-folder';

const frontends = temporaryFolder();
const script = 'console.log("remote")';
let api: Server;
let hanging: TcpServer;
let elsewhere: Server;
let gateway: Gateway;
let options: GatewayOptions;

function listening<T extends TcpServer | Server>(server: T): Promise<T> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
const portOf = (server: TcpServer | Server): number => (server.address() as AddressInfo).port;

/** The API refuses a body by its declared length at once, and one of unknown length when it grows too large. */
const refuse = (response: ServerResponse, headers: Record<string, string> = {}): unknown =>
  response.writeHead(413, { 'content-type': 'application/json', ...headers }).end('{"detail":"That is too large."}');

const answerAsApi: RequestListener = (request, response) => {
  if (Number(request.headers['content-length'] ?? 0) > 65_536) {
    refuse(response);
    return;
  }
  if (request.url === '/api/counted') {
    request.once('data', () => refuse(response, { connection: 'close' }));
    return;
  }
  if (request.url === '/api/broken') {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('set-cookie', ['a=1; HttpOnly', 'b=2']);
    response.end(JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() }));
  });
};

beforeAll(async () => {
  for (const name of ['shell', 'therapist']) mkdirSync(join(frontends, name, 'dist'), { recursive: true });
  writeFileSync(join(frontends, 'secret.txt'), 'secret');
  symlinkSync(join(frontends, 'secret.txt'), join(frontends, 'therapist', 'dist', 'link.txt'));
  writeFileSync(join(frontends, 'shell', 'dist', 'index.html'), '<!--attune:head-->');
  writeFileSync(join(frontends, 'therapist', 'dist', 'remoteEntry.0a1b2c3d.js'), script);
  writeFileSync(join(frontends, 'therapist', 'dist', 'remoteEntry.0a1b2c3d.js.br'), brotliCompressSync(script));
  writeFileSync(join(frontends, 'therapist', 'dist', 'remote.json'), '{}');
  api = await listening(createHttpServer(answerAsApi));
  hanging = await listening(createServer(() => undefined));
  elsewhere = await listening(createHttpServer((request, response) => {
    const planted = { 'set-cookie': 'session=planted; Path=/', 'clear-site-data': '"cookies"', 'service-worker-allowed': '/', refresh: '0', 'strict-transport-security': 'max-age=0', 'alt-svc': 'h3=":1"', 'access-control-allow-origin': '*' };
    response.setHeaders(new Map(Object.entries({ ...planted, etag: '"1"' })));
    response.end(JSON.stringify({ url: request.url, method: request.method, headers: request.headers }));
  }));
  const nobodyListens = await anyFreePort();
  options = {
    port: 0,
    frontends,
    remotes: ['therapist', 'public-booking', 'client-portal', 'admin'],
    remoteUrls: {
      'public-booking': new URL(`http://127.0.0.1:${nobodyListens}`),
      'client-portal': new URL(`http://127.0.0.1:${portOf(elsewhere)}/base/`),
      admin: new URL(`http://127.0.0.1:${portOf(hanging)}/base/`),
    },
    apiPort: () => portOf(api),
    isDevelopment: false,
    standIns: { mail: (_request, response) => sendText(response, 200, 'inbox') },
    remoteAnswersWithinMs: 300,
  };
  gateway = await startGateway(options);
});

afterAll(async () => {
  await gateway.close();
  api.close();
  hanging.close();
  elsewhere.close();
});

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`http://127.0.0.1:${gateway.port}${path}`, init);

/** fetch() would tidy the path and fix the headers. */
function raw(path: string, headers: Record<string, string> = {}, port = gateway.port): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end();
  });
}

test('hashed files are immutable, precompressed where the browser takes it, and revalidated by tag', async () => {
  const path = '/remotes/therapist/remoteEntry.0a1b2c3d.js';
  const small = await raw(path, { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  const plain = await raw(path, { 'accept-encoding': 'br;q=0' });
  expect(plain.body.toString()).toBe(script);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const again = await raw(path, { 'if-none-match': String(plain.headers.etag) });
  expect(again).toMatchObject({ status: 304, headers: { etag: plain.headers.etag } });
  expect((await raw(path, { 'if-none-match': '"another"' })).headers.etag).toBe(plain.headers.etag);
});

test('a file that vanishes while it is sent ends that answer and nothing else', async () => {
  const vanishing = join(frontends, 'therapist', 'dist', 'vanishing.js');
  writeFileSync(vanishing, script);
  const { createReadStream } = fs;
  const open = jest.spyOn(fs, 'createReadStream').mockImplementationOnce((path, options) => {
    rmSync(vanishing);
    return createReadStream(path, options);
  });
  await expect(raw('/remotes/therapist/vanishing.js')).rejects.toThrow();
  expect(open).toHaveBeenCalledTimes(1);
  expect((await raw('/remotes/therapist/vanishing.js')).status).toBe(404);
  expect((await raw('/remotes/therapist/remote.json')).status).toBe(200);
});

test('an older compressed neighbour, a range and a method that changes something', async () => {
  const compressed = join(frontends, 'therapist', 'dist', 'remote.json.br');
  writeFileSync(compressed, brotliCompressSync('{"old":true}'));
  const current = await raw('/remotes/therapist/remote.json', { 'accept-encoding': 'br', range: 'bytes=-1' });
  expect(current).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } });
  expect(current.body.toString()).toBe('{}');
  expect((await get('/remotes/therapist/remote.json', { method: 'POST' })).status).toBe(405);
  expect((await get('/remotes/therapist/remote.json', { method: 'HEAD' })).headers.get('content-length')).toBe('2');
});

test('other files are asked for again each time', async () => {
  const answer = await get('/remotes/therapist/remote.json');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('etag')).not.toBeNull();
});

test.each([
  '/remotes/therapist/missing.js',
  '/remotes/therapist/',
  '/remotes/therapist/..%2f..%2fsecret.txt',
  '/remotes/therapist/link.txt',
  '/remotes/nobody/remote.json',
  '/shell/index.html',
  '/shell/',
  '/shell/%00.js',
  '/dev/nothing',
  '/dev/constructor',
])('answers 404 and never the shell: %s', async (path) => {
  const answer = await raw(path);
  expect(answer.status).toBe(404);
  expect(answer.body.toString()).not.toMatch(/attune:|secret/);
});

test('passes everything else to the API, says who asked, and believes no claim about it', async () => {
  const answer = await get('/api/bookings?x=1', {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.8.8', cookie: 'session=s' },
  });
  const seen = (await answer.json()) as { url: string; body: string; headers: Record<string, string> };
  expect(seen).toMatchObject({ url: '/api/bookings?x=1', method: 'POST', body: '{"a":1}' });
  expect(seen.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${gateway.port}`, cookie: 'session=s' });
  expect(seen.headers.forwarded).toBeUndefined();
  expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
});

/** The answer to a body without a length. */
function sent(path: string, method: string, body: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path, method, headers: { ...headers, 'transfer-encoding': 'chunked' }, agent: false }, (response) => {
      text(response).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

test.each(['DELETE', 'OPTIONS', 'GET', 'POST'])('the body of a %s without a length stays a body', async (method) => {
  const body = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 8.8.8.8\r\n\r\n';
  const seen: (string | undefined)[] = [];
  const note = (request: IncomingMessage): unknown => seen.push(request.url);
  api.on('request', note);
  const answer = await sent('/api/x', method, body, {});
  api.off('request', note);
  expect(JSON.parse(answer)).toMatchObject({ method, body });
  expect(seen).toEqual(['/api/x']);
});

test('a remote elsewhere is asked for its file, never told who asks, and leaves no cookie', async () => {
  const told = { accept: '*/*', 'accept-encoding': 'br', 'if-none-match': '"0"' };
  const kept = {
    cookie: 'session=s; admin_session=a; __Host-session=h; XSRF-TOKEN=x; trusted_browser=t',
    authorization: 'Bearer b',
    'proxy-authorization': 'Basic p',
    'x-xsrf-token': 'x',
    referer: `http://localhost:${gateway.port}/manage`,
    'x-forwarded-for': '8.8.8.8',
  };
  const answer = await raw('/remotes/client-portal/remoteEntry.js?v=1', { ...told, ...kept });
  expect(answer.status).toBe(200);
  const seen = JSON.parse(answer.body.toString()) as { url: string; headers: Record<string, string> };
  expect(seen.url).toBe('/base/remoteEntry.js?v=1');
  expect(seen.headers).toEqual({ ...told, host: `127.0.0.1:${portOf(elsewhere)}`, connection: 'keep-alive' });
  expect(answer.headers).toMatchObject({ etag: '"1"' });
  expect(Object.keys(answer.headers).sort()).toEqual(['connection', 'content-length', 'date', 'etag', 'x-content-type-options']);
  expect((await get('/remotes/client-portal/x.js', { method: 'POST', body: '{}' })).status).toBe(405);
});

test('a path that begins with two slashes names no other server', async () => {
  const seen = JSON.parse((await raw(`/.//127.0.0.1:${portOf(elsewhere)}/x?a=1?b=2`)).body.toString()) as { url: string };
  expect(seen.url).toBe(`//127.0.0.1:${portOf(elsewhere)}/x?a=1?b=2`);
});

test('a remote elsewhere gets neither the body of a question for a file nor what stands in it', async () => {
  const seen: (string | undefined)[] = [];
  const note = (request: IncomingMessage): unknown => seen.push(request.url);
  elsewhere.on('request', note);
  const answer = await sent('/remotes/client-portal/x.js', 'GET', 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n', { expect: '100-continue', cookie: 'session=s' });
  elsewhere.off('request', note);
  expect((JSON.parse(answer) as { headers: Record<string, string> }).headers).toEqual({ host: `127.0.0.1:${portOf(elsewhere)}`, connection: 'keep-alive' });
  expect(seen).toEqual(['/base/x.js']);
});

test('a remote elsewhere that refuses is 502, one that hangs 504', async () => {
  expect((await get('/remotes/public-booking/remoteEntry.js')).status).toBe(502);
  expect((await get('/remotes/admin/remoteEntry.js')).status).toBe(504);
});

test('a body that the API refuses at once ends in its sentence, and the connection serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const post = (body: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path: '/api/bookings', method: 'POST', headers, agent }, (response) => {
        ports.add(response.socket.localPort);
        text(response).then((answer) => resolve(`${response.statusCode} ${answer}`), reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  for (let round = 0; round < 3; round += 1) {
    expect(await post(Buffer.alloc(3_000_000, ' '))).toBe('413 {"detail":"That is too large."}');
    expect(await post(Buffer.from('{"a":1}'))).toContain(String.raw`"body":"{\"a\":1}"`);
  }
  expect(ports.size).toBe(1);
  agent.destroy();
});

test('a body without an end is answered all the same, and its connection ends', async () => {
  const answer = await new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path: '/api/counted', method: 'POST', headers, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, connection: response.headers.connection, body }), reject);
    });
    request.on('error', () => undefined);
    const more = (): unknown => request.destroyed || request.write(Buffer.alloc(8_192, ' '), () => setImmediate(more));
    more();
  });
  expect(answer).toEqual({ status: 413, connection: 'close', body: '{"detail":"That is too large."}' });
});

test('an answer that breaks off halfway breaks off here too', async () => {
  await expect(raw('/api/broken')).rejects.toThrow();
});

test('while the API is away: a sentence for programs, a page for people', async () => {
  const dead = await anyFreePort();
  const alone = await startGateway({ ...options, apiPort: () => dead });
  const forPrograms = await raw('/api/health/ready', {}, alone.port);
  expect(forPrograms.status).toBe(503);
  expect(JSON.parse(forPrograms.body.toString())).toEqual({ detail: expect.any(String) as string, request_id: expect.any(String) as string });
  const forPeople = await raw('/dashboard', { accept: 'text/html' }, alone.port);
  expect(forPeople.status).toBe(503);
  expect(forPeople.headers['content-type']).toBe('text/html; charset=utf-8');
  await alone.close();
  const starting = await startGateway({ ...options, apiPort: () => null });
  expect((await raw('/api/health/ready', {}, starting.port)).status).toBe(503);
  await starting.close();
});

test('a taken port is told by its variable', async () => {
  await expect(startGateway({ ...options, port: gateway.port })).rejects.toThrow(/Port \d+ is already in use.*PORT=\d+ npm start/);
});

test('stand-ins answer this machine by its own names only', async () => {
  expect((await get('/dev/mail')).status).toBe(200);
  expect((await raw('/dev/mail', { host: `localhost:${gateway.port}` })).status).toBe(200);
  expect((await raw('/dev/mail', { host: 'attune.localhost:3000' })).status).toBe(200);
  for (const host of ['rebound.example', 'localhost.example', '127.0.0.1.example:3000', '127.example']) {
    expect({ host, status: (await raw('/dev/mail', { host })).status }).toEqual({ host, status: 403 });
  }
});

test.each([
  ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP'],
  ...['CF-Connecting-IP', 'CF-Ray', 'CDN-Loop', 'Fly-Client-IP', 'X-Amzn-Trace-Id'],
])('stand-ins answer nobody who came through another server: %s', async (name) => {
  for (const path of ['/dev/mail', '/dev/mail/messages', '/dev/google/authorize', '/dev/reload', '/dev/nothing']) {
    const answer = await raw(path, { [name]: '127.0.0.1' });
    expect({ path, status: answer.status, body: answer.body.toString() }).toEqual({ path, status: 403, body: 'This page is for this machine alone, and this request came through another server.' });
  }
  const seen = JSON.parse((await raw('/api/x', { [name]: '8.8.8.8' })).body.toString()) as { headers: Record<string, string> };
  expect(Object.values(seen.headers)).not.toContain('8.8.8.8');
});

test('answers on the IPv6 loopback as well, where there is one', async () => {
  const answer = await fetch(`http://[::1]:${gateway.port}/dev/mail`).catch(() => null);
  if (answer !== null) expect(answer.status).toBe(200);
});
