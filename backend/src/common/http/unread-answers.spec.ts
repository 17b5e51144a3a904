import { createServer, type Server } from 'node:http';
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
const serve = (): Server =>
  createServer((request, response) => {
    rates.admits(request);
    standing.push(request.socket);
    response.end(request.url === '/small' ? 'here' : LARGE);
  });
const server = serve();
const look = boundUnread(server, { ofNetwork: NETWORK * MB, inAll: 3 * NETWORK * MB });
const impatient = serve();
const lookLate = boundUnread(impatient, { ofNetwork: NETWORK * MB, inAll: 3 * NETWORK * MB }, 2_000);

beforeAll(() => Promise.all([server, impatient].map((one) => new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve)))));
afterEach(async () => {
  const gone = standing.splice(0).filter(({ closed }) => !closed).map((socket) => new Promise((closed) => socket.once('close', closed)));
  opened.splice(0).forEach((socket) => socket.destroy());
  await Promise.all(gone);
});
afterAll(() => Promise.all([server, impatient].map((one) => new Promise((resolve) => one.close(resolve)))));

/** Asks for an answer and reads nothing of it, until told to. @returns the server's end of the connection, once the answer stands */
async function unread(address: string, path = '/', at = server): Promise<{ here: Socket; there: Socket }> {
  const before = standing.length;
  const here = connect((at.address() as AddressInfo).port, '127.0.0.1').pause();
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

/** Reads until some of the piece on its way was taken, and no further. */
async function readSome({ here, there }: { here: Socket; there: Socket & { _handle?: { writeQueueSize: number } } }): Promise<void> {
  const left = (): number => there._handle?.writeQueueSize ?? 0;
  const before = left();
  here.resume();
  while (left() > 0 && left() === before) await pause(1);
  here.pause();
}

it('one of whose only piece some is read meanwhile moves, and stays', async () => {
  const first = await unread('198.51.100.1');
  const second = await unread('198.51.100.2');
  await readSome(first);
  look();
  const more = await all(['198.51.100.3', '198.51.100.3']);
  expect(lives([first.there, ...more])).toEqual([true, true, true]);
  expect(lives([second.there])).toEqual([false]);
});

it('of all networks together the one with most gives way', async () => {
  const large = await all(['198.51.100.1', '198.51.100.2', '198.51.100.3']);
  const small = await all(['203.0.113.1', '203.0.114.1', '203.0.115.1', '203.0.116.1', '203.0.117.1', '203.0.118.1']);
  expect(lives(large)).toEqual([true, true, true]);
  small.push(...(await all(['203.0.119.1'])));
  expect(lives(large)).toEqual([false, true, true]);
  expect(lives(small)).toEqual(Array(7).fill(true));
});

it('one on which nothing moves for too long ends; one that is read slowly does not, nor one that was read', async () => {
  const still = await unread('198.51.100.1', '/', impatient);
  const slow = await unread('198.51.100.1', '/', impatient);
  const small = await unread('198.51.100.1', '/small', impatient);
  while (!still.there.destroyed) {
    await readSome(slow);
    lookLate();
    await pause(100);
  }
  expect(lives([slow.there, small.there])).toEqual([true, true]);
});
