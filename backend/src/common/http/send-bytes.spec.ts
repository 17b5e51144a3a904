import type { Response } from 'express';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sendBytes } from './send-bytes';

const LARGE = Buffer.alloc(20 * 1024 * 1024);

/** How long an answer of 20 MB takes its place, and how much of it came. */
async function send(reads: boolean, withinMs: number, unreadMs: number, pace = { least: 0, everyMs: 60_000 }): Promise<{ ms: number; bytes: number }> {
  let over: (ms: number) => void;
  const held = new Promise<number>((resolve) => (over = resolve));
  const server = createServer((_, response) => {
    const begun = performance.now();
    void sendBytes(response as Response, LARGE, withinMs, unreadMs, pace).then(() => over(performance.now() - begun));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let bytes = 0;
  let read: () => void;
  const all = new Promise<void>((resolve) => (read = resolve));
  const sent = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (answer) => {
    answer.on('error', () => undefined);
    if (reads) answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('close', () => read());
  }).on('error', () => undefined);
  const ms = await held;
  // What is under way arrives after the sender has let go of it.
  if (reads) await all;
  sent.destroy();
  server.close();
  return { ms, bytes };
}

it('holds an answer until it is read', async () => {
  const { ms, bytes } = await send(true, 60_000, 60_000);
  expect(bytes).toBe(LARGE.length);
  expect(ms).toBeLessThan(10_000);
});

it('goes on for one who reads at an ordinary pace, however long it takes', async () => {
  const server = createServer((_, response) => void sendBytes(response as Response, LARGE, 60_000, 60_000, { least: 100_000, everyMs: 500 })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = (await once(get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  let bytes = 0;
  // 20 MB in about two seconds, fifty times the pace, over several looks.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await setTimeout(chunk.length / 10_000);
  }
  server.close();
  expect(bytes).toBe(LARGE.length);
});

it('lets go of one who reads less than the pace', async () => {
  expect((await send(false, 60_000, 60_000, { least: LARGE.length * 2, everyMs: 200 })).ms).toBeLessThan(5_000);
});

it.each([
  ['nothing is read', 60_000, 200],
  ['it takes too long', 200, 60_000],
])('lets go of one when %s', async (_, within, unread) => {
  expect((await send(false, within, unread)).ms).toBeLessThan(5_000);
});
