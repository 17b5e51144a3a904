import type { Response } from 'express';
import { once } from 'node:events';

/** Whoever reads nothing for so long wants no more. */
export const UNREAD_MS = 30_000;

/** Sends an answer's bytes and waits until they are read, or not wanted any more: until then they are in memory. Whoever reads too slowly is left. */
export async function sendBytes(response: Response, bytes: Buffer, withinMs: number, unreadMs = UNREAD_MS): Promise<void> {
  if (response.closed) return;
  const closed = once(response, 'close');
  // Begins anew with everything that the other side takes.
  response.setTimeout(unreadMs, () => response.destroy());
  const limit = setTimeout(() => response.destroy(), withinMs).unref();
  response.end(bytes);
  await closed;
  clearTimeout(limit);
}
