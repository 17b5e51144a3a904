import type { Response } from 'express';
import { once } from 'node:events';
import { leaveConnectionLine, UNREAD_MS } from './changes-at-work';

/** What takes less than 50 kB a second keeps others from their place. */
const PACE = { least: 500_000, everyMs: 10_000 };

/** Sends an answer's bytes and waits until they are read, or not wanted any more: until then they are in memory. Whoever reads too slowly is left. */
export async function sendBytes(response: Response, bytes: Buffer, withinMs: number, unreadMs = UNREAD_MS, pace = PACE): Promise<void> {
  if (response.closed) return;
  leaveConnectionLine(response);
  const closed = once(response, 'close');
  // Begins anew with everything that the other side takes.
  response.setTimeout(unreadMs, () => response.destroy());
  const limit = setTimeout(() => response.destroy(), withinMs).unref();
  const { socket } = response;
  let before = socket?.bytesWritten ?? 0;
  const look = setInterval(() => {
    const now = socket?.bytesWritten ?? 0;
    if (now - before < pace.least) response.destroy();
    before = now;
  }, pace.everyMs).unref();
  response.end(bytes);
  await closed;
  clearTimeout(limit);
  clearInterval(look);
}
