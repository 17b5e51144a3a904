import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { connectionOf } from '../limits/limits';
import { UNREAD_MS } from './send-bytes';

const BUSY = 'Too many requests came from your connection at once. Please try again in a moment.';
/** How many more of one connection wait for their turn: a household or an office reads many pages at once. */
const WAITING = { changes: 60, reads: 300 };
/** A request whose client went away still works; it is never waited for longer than any request may take. */
const LONGEST_MS = 60_000;
const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What one connection is about, in this process. */
interface Line {
  atWork: number;
  waiting: (() => void)[];
}

/**
 * Lets at most `max` changes of one connection be worked on at a time; the others wait in line, before they take anything that
 * other people need. Past the line they are told to come again (429). Reads pass by.
 */
export function changesAtWork(max: number): RequestHandler {
  return inLine(max, WAITING.changes, ({ method }) => CHANGES.has(method));
}

/** The same for what changes nothing, in a line of its own: whoever asks for many pages at once waits, and nobody else does. */
export function readsAtWork(max: number): RequestHandler {
  return inLine(max, WAITING.reads, ({ method }) => !CHANGES.has(method));
}

function inLine(max: number, waiting: number, stands: (request: Request) => boolean): RequestHandler {
  const lines = new Map<string, Line>();

  const begin = (key: string, line: Line, response: Response, next: NextFunction): void => {
    line.atWork += 1;
    onceEnded(response, () => {
      line.atWork -= 1;
      line.waiting.shift()?.();
      if (line.atWork === 0) lines.delete(key);
    });
    next();
  };

  return (request: Request, response: Response, next: NextFunction) => {
    if (!stands(request)) return next();
    const key = connectionOf(request.ip ?? null);
    const line = lines.get(key) ?? { atWork: 0, waiting: [] };
    lines.set(key, line);
    if (line.atWork < max) return begin(key, line, response, next);
    if (line.waiting.length >= waiting) return next(new DomainError('too_many', BUSY, { retryAfterSeconds: 1 }));
    const turn = () => begin(key, line, response, next);
    line.waiting.push(turn);
    // Who goes away while waiting makes room.
    response.once('close', () => {
      const place = line.waiting.indexOf(turn);
      if (place >= 0) line.waiting.splice(place, 1);
    });
  };
}

/** A client that hangs up does not end the work it began: the answer's end does, sent or not. */
function onceEnded(response: Response, ended: () => void): void {
  const timer = setTimeout(finish, LONGEST_MS);
  let over = false;
  function finish(): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    ended();
  }
  timer.unref();
  // A file that is no longer wanted is not sent to its end.
  response.once('close', () => {
    if (response.headersSent) finish();
  });
  const { end } = response;
  response.end = function (this: Response, ...values: Parameters<typeof end>) {
    // One that is not read stays in memory: it holds its place, and does not stay for ever.
    if (isLarge(values[0])) {
      response.setTimeout(UNREAD_MS, () => response.destroy());
      response.once('close', finish);
    } else finish();
    return end.apply(this, values);
  } as typeof end;
}

const LARGE_BYTES = 256 * 1024;
const isLarge = (body: unknown): boolean => (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LARGE_BYTES;
