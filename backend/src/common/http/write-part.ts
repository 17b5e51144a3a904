import type { Response } from 'express';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error';
import { leaveConnectionLine, UNREAD_MS } from './changes-at-work';

/** Signs that are put together before they are sent. */
const AT_A_TIME = 64 * 1024;

/** Sends one part of a long answer and waits until there is room for the next; whoever makes none for half a minute is left. @throws DomainError invalid when the reader has gone */
export async function writePart(response: Response, part: string, unreadMs = UNREAD_MS): Promise<void> {
  leaveConnectionLine(response);
  if (!response.destroyed && response.write(part)) return;
  const waited = new AbortController();
  const { signal } = waited;
  const late = setTimeout(() => response.destroy(), unreadMs);
  if (!response.destroyed) await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  clearTimeout(late);
  waited.abort();
  if (response.destroyed) throw new DomainError('invalid', 'The request was cancelled.');
}

/**
 * Sends a long answer whose parts are made on the way; others are answered in between.
 * @param withinMs whoever has not read it by then is left: for answers that are in memory meanwhile
 * @throws DomainError invalid when the reader has gone
 */
export async function writeParts(response: Response, parts: Iterable<string> | AsyncIterable<string>, withinMs?: number): Promise<void> {
  const late = withinMs === undefined ? undefined : setTimeout(() => response.destroy(), withinMs).unref();
  try {
    let ready = '';
    for await (const part of parts) {
      ready += part;
      if (ready.length < AT_A_TIME) continue;
      await writePart(response, ready);
      await nextTurn();
      ready = '';
    }
    response.end(ready);
  } finally {
    clearTimeout(late);
  }
}

/** An object as JSON, its lists entry by entry. */
export function* jsonParts(value: object): Generator<string> {
  let before = '{';
  for (const [name, content] of Object.entries(value) as [string, unknown][]) {
    if (content === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(content)) yield JSON.stringify(content);
    else {
      yield '[';
      for (const [index, entry] of content.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(entry)}`;
      yield ']';
    }
  }
  yield before === '{' ? '{}' : '}';
}
