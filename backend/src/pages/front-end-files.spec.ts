import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FrontEndFiles } from './front-end-files';

let server: Server;
let answer: (response: ServerResponse) => void;

beforeAll((done) => {
  server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1', done);
});
afterAll((done) => void server.close(done));
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'performance'], now: Date.now() }));
afterEach(() => jest.useRealTimers());

/** What is there a second and more later. */
async function later(files: FrontEndFiles, ms: number): Promise<string | undefined> {
  jest.setSystemTime(Date.now() + ms);
  await files.read('index.html');
  await new Promise((resolve) => setTimeout(resolve, 100));
  return files.read('index.html');
}

it.each([
  [10_000, ['shell', 'shell', undefined, 'shell', undefined]],
  [0, ['shell', undefined, undefined, 'shell', undefined]],
])('what a server said last serves for %d ms in which it does not answer, and never once it says that there is nothing', async (bridgedMs, told) => {
  const files = new FrontEndFiles({ kind: 'url', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, bridgedMs);
  const well = (response: ServerResponse): void => void response.end('shell');
  answer = well;
  const seen = [await later(files, 1_100)];
  answer = (response) => response.destroy();
  seen.push(await later(files, 5_000), await later(files, 6_000));
  answer = well;
  seen.push(await later(files, 1_100));
  answer = (response) => response.writeHead(404).end();
  seen.push(await later(files, 1_100));
  expect(seen).toEqual(told);
});
