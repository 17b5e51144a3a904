import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error';
import { connectionOf } from '../limits/limits';
import type { Asked } from './asked';

/** Whoever reads nothing for so long wants no more. Of what is read at 6 kB a second behind two proxies, nothing moves here for up to 50 seconds: so long their buffers last. */
export const UNREAD_MS = 60_000;

export const BUSY = 'Too many requests came from your connection at once. Please try again in a moment.';
/** How many more of one connection wait for their turn: a household or an office reads many pages at once. */
export const WAITING = { changes: 60, reads: 300 };
/** A request whose client went away still works; it is never waited for longer than any request may take, from when it took its last place. */
const LONGEST_MS = 60_000;
export const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

type Standing = (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => void;

/** What one connection is about, in this process. */
interface Line {
  atWork: number;
  waiting: (() => void)[];
}

/**
 * Lets at most `max` changes of one connection be worked on at a time; the others wait in line, before they take anything that
 * other people need. Past the line they are told to come again (429). Reads pass by.
 */
export function changesAtWork(max: number): Standing {
  return inLine(max, WAITING.changes, ({ method }) => CHANGES.has(method ?? ''));
}

/** The same for what changes nothing, in a line of its own: whoever asks for many pages at once waits, and nobody else does. */
export function readsAtWork(max: number): Standing {
  return inLine(max, WAITING.reads, ({ method }) => !CHANGES.has(method ?? ''));
}

/** The place that a request has in the line of its connection, or of its account. */
interface Place {
  leave(): void;
  /** Waits for another one. */
  enter(): Promise<void>;
}

/** What a request holds in all lines until it is answered: one timer and one listener for all of them. */
class Held {
  /** In the order in which they were taken. */
  places: Place[] = [];
  /** Ends the request's turn among those of everybody with a session, or without one. */
  endSharedTurn: (() => void) | undefined;
  /** Waits for that turn anew, once it has ended. */
  enterSharedTurn: (() => Promise<void> | undefined) | undefined;
  private readonly turns = new Set<Turn>();
  private timer: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse) {
    // A client that hangs up does not end the work it began: the answer's end does, sent or not. A file that is no longer wanted is not sent to its end.
    response.once('close', () => {
      if (response.headersSent) this.endAll();
    });
    const { end } = response;
    const endTurns = (destroyed: boolean, body: unknown): void => {
      const isUnread = !destroyed && isLarge(body);
      // One that is not read stays in memory and holds its place, as long as `boundUnread` lets it stay.
      for (const turn of this.turns) if (!isUnread || !turn.untilRead) this.end(turn);
    };
    response.end = function (this: ServerResponse, ...values: Parameters<typeof end>) {
      endTurns(this.destroyed, values[0]);
      return end.apply(this, values);
    } as typeof end;
  }

  /** @returns ends the turn before its time */
  until(turn: Turn): () => void {
    this.turns.add(turn);
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.endAll(), LONGEST_MS).unref();
    return () => this.end(turn);
  }

  /** Of a request that is over, or that is given up before its work began. */
  endAll(): void {
    for (const turn of this.turns) this.end(turn);
  }

  private end(turn: Turn): void {
    if (!this.turns.delete(turn)) return;
    if (this.turns.size === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
    turn.ended();
  }
}

interface Turn {
  ended(): void;
  /** A large answer counts until it was read. */
  untilRead: boolean;
}

const HELD = Symbol('held');
/** Kept on the response itself: a weak map of all requests costs the garbage collector more than all else here. */
export const heldBy = (response: ServerResponse & { [HELD]?: Held }): Held => (response[HELD] ??= new Held(response));

/** What ends a turn, at once where there is room. */
export type Taken = (() => void) | Promise<() => void>;

/** Takes a place, which is left and taken again with the request's others. @returns nothing where it is the request's turn at once */
function standIn(response: ServerResponse, take: () => Taken): Promise<void> | undefined {
  const stand = (taken: () => void): void => {
    let leave = taken;
    heldBy(response).places.push({ leave: () => leave(), enter: async () => void (leave = await take()) });
  };
  const taken = take();
  if (taken instanceof Promise) return taken.then(stand);
  stand(taken);
  return undefined;
}

/**
 * Gives a request's place of its connection to the next one before it is answered: what now waits in a line of its own, or is only being sent or
 * received, takes nothing that other people of an office or a household need, nor everybody who reads.
 */
export function leaveConnectionLine(response: ServerResponse): void {
  const held = heldBy(response);
  leaveSharedTurn(held);
  for (const place of held.places) place.leave();
  held.places = [];
}

/** For good: nothing takes it again. */
export function leaveSharedTurn(held: Held): void {
  held.endSharedTurn?.();
  held.endSharedTurn = undefined;
  held.enterSharedTurn = undefined;
}

/**
 * Does something without a place in the line of the connection, the account or everybody: waiting for a body that is on its way takes nothing that others
 * need. Afterwards the request waits for its places again, unless it had left before.
 */
export async function outOfConnectionLine<Result>(response: ServerResponse, wait: () => Promise<Result>): Promise<Result> {
  const held = heldBy(response);
  // What is taken meanwhile is kept.
  const places = [...held.places];
  const { enterSharedTurn } = held;
  held.endSharedTurn?.();
  for (const place of places) place.leave();
  const result = await wait();
  // As whoever waits for its account, and comes into the shared lines last: so no two wait for each other.
  for (const place of places.reverse()) await place.enter();
  await enterSharedTurn?.();
  return result;
}

/** Calls back when the answer is made, whether or not somebody still waits for it, and after a minute at the latest. @returns calls back before */
export function onceAnswered(response: ServerResponse, ended: () => void): () => void {
  return heldBy(response).until({ untilRead: false, ended });
}

function inLine(max: number, waiting: number, stands: (request: Asked) => boolean): Standing {
  const lines = new Lines(max, waiting);
  return (request, response, next) => {
    if (!stands(request)) return next();
    const connection = connectionOf(request.ip ?? null);
    try {
      const waits = standIn(response, () => lines.enter(connection, response));
      if (!waits) return next();
      waits.then(() => next(), next);
    } catch (error) {
      next(error);
    }
  };
}

/**
 * What one signed-in account asks for, from however many connections: so many reads and so many changes at a time, so that no account holds all
 * connections of the database.
 */
export class AccountWork {
  private readonly reads: Lines;
  private readonly changes: Lines;

  constructor(max: { reads: number; changes: number }) {
    this.reads = new Lines(max.reads, WAITING.reads);
    this.changes = new Lines(max.changes, WAITING.changes);
  }

  /** Waits for the account's turn. @throws DomainError too_many */
  async enter(accountId: string, { method }: Asked, response: ServerResponse): Promise<void> {
    const isChange = CHANGES.has(method ?? '');
    const lines = isChange ? this.changes : this.reads;
    const enter = (): Taken => lines.enter(accountId, response);
    // A change leaves it with its other places while its body is on its way.
    const take = async (): Promise<void> => void (await (isChange ? standIn(response, enter) : enter()));
    if (lines.hasRoom(accountId)) return take();
    // Others of the same connection do not wait for this account.
    await outOfConnectionLine(response, take);
  }
}

/** Lines of which each lets `max` requests work at a time, until they are answered. */
export class Lines {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly max: number | ((key: string) => number),
    private readonly longest: number,
    private readonly options: { full: string; untilRead: boolean } = { full: BUSY, untilRead: true },
  ) {}

  /** Whether somebody who enters now need not wait. */
  hasRoom(key: string): boolean {
    return (this.lines.get(key)?.atWork ?? 0) < this.maxOf(key);
  }

  /** Comes back when it is the request's turn; who goes away while waiting makes room, and is never called. @returns ends the turn before its time @throws DomainError too_many */
  enter(key: string, response: ServerResponse): Taken {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = { atWork: 0, waiting: [] }));
    if (line.waiting.length === 0 && line.atWork < this.maxOf(key)) {
      line.atWork += 1;
      return this.begin(key, line, response);
    }
    if (line.waiting.length >= this.longest) throw new DomainError('too_many', this.options.full, { retryAfterSeconds: 1 });
    return this.wait(key, line, response);
  }

  private begin(key: string, line: Line, response: ServerResponse): () => void {
    return heldBy(response).until({
      untilRead: this.options.untilRead,
      ended: () => {
        line.atWork -= 1;
        this.letIn(key, line);
      },
    });
  }

  private letIn(key: string, line: Line): void {
    while (line.atWork < this.maxOf(key)) {
      const next = line.waiting.shift();
      if (!next) break;
      line.atWork += 1;
      // A crowd that is refused at once would else be answered whole before anybody's next answer of the database is read.
      setImmediate(next);
    }
    if (line.atWork === 0) this.lines.delete(key);
  }

  private maxOf(key: string): number {
    return typeof this.max === 'number' ? this.max : this.max(key);
  }

  private wait(key: string, line: Line, response: ServerResponse): Promise<() => void> {
    return new Promise((resolve) => {
      const begin = (): void => resolve(this.begin(key, line, response));
      line.waiting.push(begin);
      // Of a network that was busy for a while there may be room again.
      this.letIn(key, line);
      response.once('close', () => {
        const place = line.waiting.indexOf(begin);
        if (place < 0) return;
        line.waiting.splice(place, 1);
        // It will never be answered: whatever it has in other lines is free at once.
        heldBy(response).endAll();
      });
    });
  }
}

const LARGE_BYTES = 256 * 1024;
const isLarge = (body: unknown): boolean => (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LARGE_BYTES;
