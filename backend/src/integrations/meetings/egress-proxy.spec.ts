import { createServer, request, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EgressProxy, openEgressProxy } from './egress-proxy';

let inside: Server;
let port: number;
let asked: number;
let proxy: EgressProxy;

beforeAll(async () => {
  inside = createServer((_request, response) => {
    asked += 1;
    response.end('inside');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => inside.close());
beforeEach(() => (asked = 0));
afterEach(() => proxy.close());

/** @returns the status of the proxy's answer */
function tunnelTo(target: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(proxy.url, { method: 'CONNECT', path: target });
    sent.once('connect', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });
}

function read(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port: through } = new URL(proxy.url);
    request({ hostname, port: through, path: url }, (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject).end();
  });
}

it('leads neither to this machine nor into its networks, by whatever name', async () => {
  proxy = await openEgressProxy(undefined);
  for (const target of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost:443', '127.0.0.1:443', '[::1]:443', '10.0.0.1:443', '169.254.169.254:443', '0x7f.1:443', '2130706433:443', 'localhost.:443', 'meet.google.com:22', ''])
    expect([target, await tunnelTo(target)]).toEqual([target, 403]);
  for (const url of [`http://127.0.0.1:${port}/`, 'http://169.254.169.254/latest/meta-data', '/']) expect([url, await read(url)]).toEqual([url, 403]);
  expect(asked).toBe(0);
});

it('leads to the one origin that a test names', async () => {
  proxy = await openEgressProxy(`http://127.0.0.1:${port}`);
  expect([await read(`http://127.0.0.1:${port}/room`), await tunnelTo(`127.0.0.1:${port}`), await read(`http://127.0.0.1:${port + 1}/`)]).toEqual([200, 200, 403]);
});
