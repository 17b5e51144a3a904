import type { Request, Response } from 'express';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { bodies, bodyAtPace, BODY_WITHIN_MS, bodyWithin } from './bodies';

/** A request that says it has ten bytes and sends one: when its connection is closed. */
async function sendHalf(within: (request: Request) => void): Promise<string> {
  const server = createServer((request) => within(request as Request)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
  const outcome = await Promise.race([once(socket, 'close').then(() => 'closed'), new Promise<string>((resolve) => setTimeout(resolve, 1_500, 'open'))]);
  socket.destroy();
  server.close();
  return outcome;
}

it('ends the connection of a body that does not come in time, and a route may allow more', async () => {
  expect(await sendHalf((request) => bodyWithin(request, 50))).toBe('closed');
  const longer = (request: Request): void => {
    bodyWithin(request, 50);
    bodyWithin(request, 60_000);
  };
  expect(await sendHalf(longer)).toBe('open');
});

it('ends the connection of a body that comes too slowly', async () => {
  expect(await sendHalf((request) => bodyAtPace(request, 10, 50))).toBe('closed');
  expect(await sendHalf((request) => bodyAtPace(request, 0, 50))).toBe('open');
});

it.each(['/api/practice-mails/a-token', '/api/bookings'])('lets nobody hold a connection for longer with a body that never comes: %s', async (path) => {
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] });
  const seen: boolean[] = [];
  const server = createServer((request, response) => {
    Object.assign(request, { path, is: (type: string) => type === 'application/x-www-form-urlencoded' });
    void bodies()(request as Request, response as Response, () => undefined);
    for (const ms of [BODY_WITHIN_MS - 1, 1]) {
      jest.advanceTimersByTime(ms);
      seen.push(request.destroyed);
    }
    request.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 26\r\n\r\n`);
  await once(socket, 'close');
  server.close();
  jest.useRealTimers();
  expect(seen).toEqual([false, true]);
});

it('waits for so many bodies of one line, and of one network, and for those of nobody else the fewer', async () => {
  const take = bodies((address) => address !== '127.0.0.1');
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const ip = String(request.headers['x-from']);
    Object.assign(request, { ip, path: '/api/bookings', is: (type: string) => type === 'application/json' });
    void take(request as Request, response as Response, (error?: unknown) => void (error !== undefined && !request.destroyed && refused.push(ip)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = async (ip: string): Promise<Socket> => {
    const asked = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nX-From: ${ip}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`);
    await asked;
    return socket;
  };
  const sockets: Socket[] = [];
  const sendMany = async (many: number, from: (at: number) => string): Promise<string[]> => {
    refused.length = 0;
    for (let at = 0; at < many; at += 1) sockets.push(await send(from(at)));
    return [...refused];
  };
  expect(await sendMany(66, () => '203.0.113.7')).toEqual(['203.0.113.7', '203.0.113.7']);
  expect(await sendMany(190, (at) => `203.0.113.${100 + (at % 10)}`)).toHaveLength(190 - (250 - 64));
  expect(await sendMany(3, () => '198.51.100.7')).toEqual([]);
  expect(await sendMany(100, () => '127.0.0.1')).toEqual([]);
  // One that went away makes room, and one that has taken long gives way to whoever comes now.
  const gone = once(sockets[0] as Socket, 'close');
  sockets[0]?.destroy();
  await gone;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await sendMany(1, () => '203.0.113.7')).toEqual([]);
  expect(await sendMany(1, () => '203.0.113.7')).toEqual(['203.0.113.7']);
  const [slowest] = sockets.slice(1) as [Socket];
  jest.useFakeTimers({ doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], now: Date.now() + 3_000 });
  const ended = once(slowest, 'close');
  expect(await sendMany(1, () => '203.0.113.7')).toEqual([]);
  await ended;
  jest.useRealTimers();
  for (const socket of sockets) socket.destroy();
  server.close();
});
