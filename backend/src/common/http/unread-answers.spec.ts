import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RequestRates } from './request-rates';
import { boundUnread } from './unread-answers';

const MB = 1024 * 1024;
/** More than the system takes of what is not read. */
const LARGE = Buffer.alloc(64 * MB);
const NETWORK = 198;
const rates = new RequestRates(1_000_000, () => true);
const opened: Socket[] = [];
const standing: Socket[] = [];
const server = createServer((request, response) => {
  rates.admits(request);
  standing.push(request.socket);
  response.end(request.url === '/small' ? 'here' : LARGE);
});
const look = boundUnread(server, { ofNetwork: NETWORK * MB, inAll: 3 * NETWORK * MB });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(async () => {
  const gone = standing.splice(0).filter(({ closed }) => !closed).map((socket) => new Promise((closed) => socket.once('close', closed)));
  opened.splice(0).forEach((socket) => socket.destroy());
  await Promise.all(gone);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Asks for an answer and reads nothing of it, until told to. @returns the server's end of the connection, once the answer stands */
async function unread(address: string, path = '/'): Promise<{ here: Socket; there: Socket }> {
  const before = standing.length;
  const here = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  here.on('error', () => undefined);
  opened.push(here);
  here.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  while (standing.length === before) await pause(5);
  look();
  return { here, there: standing[before] as Socket };
}

async function all(addresses: readonly string[]): Promise<Socket[]> {
  const sockets = [];
  for (const address of addresses) sockets.push((await unread(address)).there);
  return sockets;
}

const lives = (sockets: readonly Socket[]): boolean[] => sockets.map(({ destroyed }) => !destroyed);

it('of one network stand as many as fit, and the stillest ends for one more; nobody else loses one for it', async () => {
  const other = await all(['203.0.113.7', '2001:db8:1::1']);
  const own = await all(['198.51.100.1', '198.51.100.2', '198.51.100.1']);
  expect(lives(own)).toEqual([true, true, true]);
  own.push(...(await all(['198.51.100.3', '198.51.100.1'])));
  expect(lives(own)).toEqual([false, false, true, true, true]);
  expect(lives(other)).toEqual([true, true]);
});

it('one that is read meanwhile moves, and stays', async () => {
  const first = await unread('198.51.100.1');
  const second = await unread('198.51.100.2');
  const before = first.there.writableLength;
  first.here.resume();
  while (first.there.writableLength === before) await pause(5);
  look();
  const more = await all(['198.51.100.3', '198.51.100.3']);
  expect(lives([first.there, ...more])).toEqual([true, true, true]);
  expect(lives([second.there])).toEqual([first.there.writableLength === 0]);
});

it('of all networks together the one with most gives way', async () => {
  const large = await all(['198.51.100.1', '198.51.100.2', '198.51.100.3']);
  const small = await all(['203.0.113.1', '203.0.114.1', '203.0.115.1', '203.0.116.1', '203.0.117.1', '203.0.118.1']);
  expect(lives(large)).toEqual([true, true, true]);
  small.push(...(await all(['203.0.119.1'])));
  expect(lives(large)).toEqual([false, true, true]);
  expect(lives(small)).toEqual(Array(7).fill(true));
});

it('what is read leaves its connection as it was', async () => {
  const { there } = await unread('198.51.100.1', '/small');
  expect([there.destroyed, there.writableLength]).toEqual([false, 0]);
  expect(there.timeout).not.toBe(30_000);
});
