import type { Response } from 'express';
import { once } from 'node:events';
import { leaveConnectionLine, UNREAD_MS } from './changes-at-work';
import { writePart } from './write-part';

/** What takes less than 50 kB a second keeps others from their place. */
const PACE = { least: 500_000, everyMs: 10_000 };
/** A socket says of one long write only that it was handed over: how much of it is read shows by pieces. */
const PIECE = 64 * 1024;

/** Sends an answer's bytes and waits until they are read, or not wanted any more: until then they are in memory. Whoever reads too slowly is left. */
export async function sendBytes(response: Response, bytes: Buffer, withinMs: number, unreadMs = UNREAD_MS, pace = PACE): Promise<void> {
  if (response.closed) return;
  leaveConnectionLine(response);
  const limit = setTimeout(() => response.destroy(), withinMs).unref();
  let [sent, before] = [0, 0];
  const look = setInterval(() => {
    if (sent - before < pace.least) response.destroy();
    before = sent;
  }, pace.everyMs).unref();
  response.setHeader('Content-Length', bytes.length);
  try {
    for (; sent < bytes.length; sent += PIECE) await writePart(response, bytes.subarray(sent, sent + PIECE), { unreadMs });
    clearInterval(look);
    const closed = once(response, 'close');
    response.end();
    await closed;
  } catch (error) {
    // Nobody waits for the rest.
    if (!response.destroyed) throw error;
  } finally {
    clearTimeout(limit);
    clearInterval(look);
  }
}
