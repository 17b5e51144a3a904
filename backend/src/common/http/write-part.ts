import type { Response } from 'express';
import { once } from 'node:events';

/** Sends one part of a long answer and waits until there is room for the next. @throws Error when the reader has gone */
export async function writePart(response: Response, part: string): Promise<void> {
  if (!response.destroyed && response.write(part)) return;
  if (!response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  if (response.destroyed) throw new Error('the reader of an answer has gone');
}
