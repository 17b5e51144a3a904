import { createServer } from 'node:http';
import { AddressInfo, connect, Socket } from 'node:net';
import { once } from 'node:events';
import { fewConnections } from './few-connections';

const opened: Socket[] = [];
let from = '';
const server = createServer((_, response) => response.end('here'));
// They stay, however slowly they are opened.
server.keepAliveTimeout = 0;
// As they come from elsewhere.
server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: from }));
fewConnections(server, (address) => address === '198.51.100.9');

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  opened.forEach((socket) => socket.destroy());
  return new Promise((resolve) => server.close(resolve));
});

/** @returns whether it is answered over a connection that stays open */
async function isAnswered(address: string): Promise<boolean> {
  from = address;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

async function answered(addresses: readonly string[]): Promise<number> {
  let count = 0;
  for (const address of addresses) if (await isAnswered(address)) count += 1;
  return count;
}

it('one line has so many connections, one network four times as many, and nobody else fewer for it; what is closed is free again', async () => {
  const own = (line: number): string => `2001:db8:1:${line.toString(16)}::1`;
  expect(await answered(Array<string>(130).fill(own(1)))).toBe(128);
  expect(await answered(Array.from({ length: 400 }, (_, index) => own(2 + (index % 200))))).toBe(500 - 128);
  expect(await answered(['2001:db8:2::1', '203.0.113.7', '::ffff:203.0.113.8'])).toBe(3);
  expect(await answered(Array<string>(200).fill('198.51.100.9'))).toBe(200);
  for (const socket of opened.splice(0, 100)) {
    socket.destroy();
    await once(socket, 'close');
  }
  expect(await answered([own(1), own(300)])).toBe(2);
});
