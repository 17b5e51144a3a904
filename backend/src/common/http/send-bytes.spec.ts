import type { Response } from 'express';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendBytes } from './send-bytes';

const LARGE = Buffer.alloc(20 * 1024 * 1024);

/** How long an answer of 20 MB takes its place, and how much of it came. */
async function send(reads: boolean, withinMs: number, unreadMs: number): Promise<{ ms: number; bytes: number }> {
  let over: (ms: number) => void;
  const held = new Promise<number>((resolve) => (over = resolve));
  const server = createServer((_, response) => {
    const begun = performance.now();
    void sendBytes(response as Response, LARGE, withinMs, unreadMs).then(() => over(performance.now() - begun));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let bytes = 0;
  const sent = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (answer) => {
    answer.on('error', () => undefined);
    if (reads) answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  }).on('error', () => undefined);
  const ms = await held;
  sent.destroy();
  server.close();
  return { ms, bytes };
}

it('holds an answer until it is read', async () => {
  const { ms, bytes } = await send(true, 60_000, 60_000);
  expect(bytes).toBe(LARGE.length);
  expect(ms).toBeLessThan(10_000);
});

it.each([
  ['nothing is read', 60_000, 200],
  ['it takes too long', 200, 60_000],
])('lets go of one when %s', async (_, within, unread) => {
  expect((await send(false, within, unread)).ms).toBeLessThan(5_000);
});
