import type { Response } from 'express';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error';
import type { Place } from '../limits/places';
import { leaveConnectionLine, UNREAD_MS } from './changes-at-work';

/** Signs that are put together before they are sent. */
const AT_A_TIME = 64 * 1024;

/**
 * Sends one part of a long answer and waits until there is room for the next; whoever makes none for a minute is left.
 * @param place what making a part needs: waiting for the reader does without @throws DomainError invalid when the reader has gone
 */
export async function writePart(response: Response, part: string | Buffer, { place, unreadMs = UNREAD_MS }: { place?: Place; unreadMs?: number } = {}): Promise<void> {
  if (written(response, part)) return;
  const wait = (): Promise<void> => room(response, unreadMs);
  await (place ? place.without(wait) : wait());
}

/** @returns whether there is room for more */
function written(response: Response, part: string | Buffer): boolean {
  leaveConnectionLine(response);
  return !response.destroyed && response.write(part);
}

async function room(response: Response, unreadMs: number): Promise<void> {
  const waited = new AbortController();
  const { signal } = waited;
  const late = setTimeout(() => response.destroy(), unreadMs);
  if (!response.destroyed) await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  clearTimeout(late);
  waited.abort();
  if (response.destroyed) throw new DomainError('invalid', 'The request was cancelled.');
}

/** What a long answer is made with. */
export interface OnItsWay {
  /** What making a part needs: waiting for the reader does without. */
  place: Place;
  /** Asked again and again: whoever has signed out, or was shut out, gets no more. @throws DomainError unauthenticated */
  assertStands(): Promise<void>;
}

/**
 * Sends a long answer whose parts are made on the way; others are answered in between.
 * @throws DomainError invalid when the reader has gone; unauthenticated when it may have no more
 */
export async function writeParts(response: Response, parts: Iterable<string> | AsyncIterable<string>, { place, assertStands }: OnItsWay): Promise<void> {
  let ready = '';
  for await (const part of parts) {
    ready += part;
    if (ready.length < AT_A_TIME) continue;
    if (!written(response, ready)) await place.without(() => room(response, UNREAD_MS));
    await nextTurn();
    await assertStands();
    ready = '';
  }
  response.end(ready);
}

type ListOnItsWay = AsyncGenerator<unknown, string | null | undefined>;
const isOnItsWay = (content: unknown): content is ListOnItsWay => typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

/**
 * An object as JSON. A list that is made on the way is written entry by entry, one list after the other; what it says of itself at its end stands in
 * `x_note`, where `x` is its name.
 */
export async function* jsonParts(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, content] of Object.entries(value) as [string, unknown][]) {
    if (content === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!isOnItsWay(content)) {
      yield JSON.stringify(content);
      continue;
    }
    yield '[';
    let entry = await content.next();
    for (let comma = ''; !entry.done; comma = ',') {
      yield comma + JSON.stringify(entry.value);
      entry = await content.next();
    }
    yield entry.value === undefined ? ']' : `],${JSON.stringify(`${name}_note`)}:${JSON.stringify(entry.value)}`;
  }
  yield before === '{' ? '{}' : '}';
}
