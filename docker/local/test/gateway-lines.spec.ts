import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../src/gateway/gateway';
import { lineOf } from '../src/gateway/upstream-lines';
import { temporaryFolder } from './temporary-folder';

const frontends = temporaryFolder();
let api: Server;
let gateway: Gateway;

beforeAll(async () => {
  api = createServer((request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => response.end('{}'), request.url === '/api/slow' ? 300 : 0));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const apiPort = (): number => (api.address() as AddressInfo).port;
  gateway = await startGateway({ port: 0, frontends, remotes: [], remoteUrls: {}, apiPort, isDevelopment: false, standIns: {} });
});
afterAll(async () => {
  await gateway.close();
  api.close();
});

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`http://127.0.0.1:${gateway.port}${path}`, init);

it('counts an address of the fourth kind whole, and of the sixth what one line has', () => {
  const lines = ['192.0.2.1', '2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', '2001:db8:1:3::1', '2001:db8::1', '2001:db8::ffff:1:2:3', '::1', 'fe80::1%eth0'].map(lineOf);
  expect(lines).toEqual(['192.0.2.1', '2001:db8:1:2', '2001:db8:1:2', '2001:db8:1:3', '2001:db8:0:0', '2001:db8:0:0', '0:0:0:0', 'fe80:0:0:0']);
});

it('refuses a request with hundreds of header lines', async () => {
  const headers = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, '1']));
  expect((await get('/api/echo', { headers })).status).toBe(431);
  expect((await get('/api/echo')).status).toBe(200);
});

describe('requests whose bodies do not come', () => {
  let held: Socket[];
  const seen = new Set<string>();
  const note = (request: IncomingMessage): unknown => seen.add(String(request.url));
  const hold = async (address: string, count: number, head: string): Promise<void> => {
    for (let nth = 0; nth < count; nth += 1) {
      const socket = connect({ host: '127.0.0.1', port: gateway.port, localAddress: address });
      socket.on('error', () => undefined);
      await new Promise<unknown>((resolve) => socket.write(`POST /api/held/${address}/${nth} HTTP/1.1\r\nHost: x\r\n${head}`, resolve));
      held.push(socket);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  };

  beforeEach(() => {
    held = [];
    seen.clear();
    api.on('request', note);
  });
  afterEach(async () => {
    api.off('request', note);
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  test('are not told to the API when they are small, and keep nobody waiting', async () => {
    await hold('127.0.0.2', 1_100, 'Content-Length: 100\r\n\r\n{');
    expect(seen.size).toBe(0);
    expect((await get('/api/x')).status).toBe(200);
    expect((await get('/api/x', { method: 'POST', body: 'a body' })).status).toBe(200);
  });

  test('have the connections of one address at most, and give them back', async () => {
    await hold('127.0.0.3', 200, 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
    for (let look = 0; look < 100 && seen.size < 128; look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.size).toBe(128);
    expect((await get('/api/x')).status).toBe(200);
    for (const socket of held.slice(0, 100)) socket.destroy();
    const held200 = (): boolean => [...seen].filter((url) => url.startsWith('/api/held')).length === 200;
    for (let look = 0; look < 100 && !held200(); look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(held200()).toBe(true);
  });
});

describe('requests that do not wait for answers', () => {
  const ask = async (address: string, count: number, path = '/api/slow'): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: gateway.port, localAddress: address });
    socket.on('error', () => undefined);
    await new Promise<unknown>((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count), resolve));
    return socket;
  };
  let slow: number;
  const note = ({ url }: IncomingMessage): unknown => url === '/api/slow' && (slow += 1);

  beforeEach(() => {
    slow = 0;
    api.on('request', note);
  });
  afterEach(() => api.off('request', note));

  test('end their connection, and few of them are passed on', async () => {
    const socket = await ask('127.0.0.1', 3_000);
    for (let look = 0; look < 50 && !socket.closed; look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.closed).toBe(true);
    expect(slow).toBeLessThanOrEqual(8);
  });

  test('leave the place of each to others when their connection ends', async () => {
    for (let connection = 0; connection < 60; connection += 1) {
      const socket = await ask('127.0.0.1', 7);
      if (connection % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
    }
    expect((await get('/api/x', { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
  });

  // Where the system tells which files a process has open.
  (existsSync('/proc/self/fd') ? test : test.skip)('leave no file open', async () => {
    const folder = join(frontends, 'shell', 'dist');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'large.js'), '/**/'.repeat(500_000));
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let connection = 0; connection < 40; connection += 1) {
      const socket = await ask('127.0.0.1', 7, '/shell/large.js');
      await new Promise((resolve) => setTimeout(resolve, connection % 8));
      socket.destroy();
    }
    for (let look = 0; look < 60 && open() > before + 5; look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(open()).toBeLessThanOrEqual(before + 5);
  });
});
