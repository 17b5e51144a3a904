import { createServer, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { boundedFetch } from './bounded-fetch';

let server: Server;
let answer: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (init?: RequestInit & { timeout?: number }): Promise<Response> => boundedFetch({ withinMs: 200, mostBytes: 100_000 })(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, init);

it('gives the whole answer, unpacked', async () => {
  answer = (_, response) => response.writeHead(201, { 'Content-Encoding': 'gzip', 'X-Own': 'kept' }).end(gzipSync('{"a":1}'));
  const got = await ask();
  expect([got.status, got.headers.get('x-own'), got.headers.get('content-encoding'), await got.json()]).toEqual([201, 'kept', null, { a: 1 }]);
  expect(got.url).toContain('127.0.0.1');
});

it.each([204, 304])('gives an answer of status %s, which has no body', async (status) => {
  answer = (_, response) => response.writeHead(status).end();
  expect((await ask()).status).toBe(status);
});

it.each<[string, RequestListener]>([
  ['stops after its headers', (_, response) => response.writeHead(200).flushHeaders()],
  ['comes a byte at a time', (_, response) => void setInterval(() => response.write('x'), 20).unref()],
  ['never begins', () => undefined],
])('ends in time where the answer %s, and lets the connection go', async (_, slow) => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  answer = (request, response) => {
    response.once('close', closed);
    slow(request, response);
  };
  await expect(ask()).rejects.toThrow('The answer did not come in time.');
  await gone;
});

it.each<[string, RequestListener]>([
  ['as it is', (_, response) => response.end('x'.repeat(100_001))],
  ['in parts', (_, response) => {
    for (const sign of ['x', 'y', 'z']) response.write(sign.repeat(40_000));
    response.end();
  }],
  ['packed', (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(10_000_000)))],
])('takes no answer that is too long %s', async (_, long) => {
  answer = long;
  await expect(ask({ timeout: 20_000 })).rejects.toThrow('The answer is too long.');
});

it('is cancelled as fetch is', async () => {
  answer = () => undefined;
  const cancel = new AbortController();
  const asked = ask({ timeout: 20_000, signal: cancel.signal });
  cancel.abort(new Error('Enough.'));
  await expect(asked).rejects.toThrow('Enough.');
});
