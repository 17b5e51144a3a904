import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startGateway, type Gateway } from '../src/gateway/gateway';
import { temporaryFolder } from './temporary-folder';

const frontends = temporaryFolder();
let api: Server;
let gateway: Gateway;

beforeAll(async () => {
  api = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{}'));
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
