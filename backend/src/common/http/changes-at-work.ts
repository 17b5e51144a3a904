import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error';
import { connectionOf, subnetOf } from '../limits/limits';
import type { Asked } from './asked';
import { UnknownReads } from './unknown-reads';

/** Whoever reads nothing for so long wants no more. */
export const UNREAD_MS = 30_000;

const BUSY = 'Too many requests came from your connection at once. Please try again in a moment.';
const NETWORK_BUSY = 'Too many requests came from your network at once. Please try again in a moment.';
const FULL = 'Very many people are reading at once. Please try again in a moment.';
const FULL_OF_CHANGES = 'Very many people are sending something at once. Please try again in a moment.';
const FULL_OF_VISITS = 'Very many people are here at once. Please try again in a moment.';
/** How many more of one connection wait for their turn: a household or an office reads many pages at once. */
const WAITING = { changes: 60, reads: 300 };
/** How many of all wait: as many as may wait for the database. */
const WAITING_OF_ALL = 1_000;
/** A request whose client went away still works; it is never waited for longer than any request may take, from when it took its last place. */
const LONGEST_MS = 60_000;
const NOT_FOUND = 404;
const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

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
      let stays = false;
      for (const turn of this.turns) {
        if (isUnread && turn.untilRead) stays = true;
        else this.end(turn);
      }
      // One that is not read stays in memory: it holds its place, and does not stay for ever.
      if (stays) response.setTimeout(UNREAD_MS, () => response.destroy());
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

  private endAll(): void {
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
const heldBy = (response: ServerResponse & { [HELD]?: Held }): Held => (response[HELD] ??= new Held(response));

/** What ends a turn, at once where there is room. */
type Taken = (() => void) | Promise<() => void>;

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
function leaveSharedTurn(held: Held): void {
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

/**
 * What everybody with a session asks for, or without one, from however many connections: `max` at a time in this process, and of one network half as many. A
 * line of the internet has thousands of what counts as a connection, and as many accounts as it likes. None of them holds all that other people need, nor
 * all connections of the database.
 */
class SharedWork {
  private readonly ofNetworks: Lines;
  private readonly ofAll: Lines;

  constructor(
    max: number,
    waitingOfNetwork: number,
    full: string,
    private readonly stands: (request: Asked) => boolean,
  ) {
    this.ofNetworks = new Lines(Math.ceil(max / 2), waitingOfNetwork, { full: NETWORK_BUSY, untilRead: false });
    this.ofAll = new Lines(max, WAITING_OF_ALL, { full, untilRead: false });
  }

  /**
   * Waits for the turn of the network, then for that of everybody, with the place of its connection: one that asks for a hundred pages has no more of
   * them in these lines. The turn ends when the answer is made: whoever does not read it keeps nobody else waiting.
   * @returns nothing where it is the request's turn at once @throws DomainError too_many
   */
  enter(request: Asked, response: ServerResponse): Promise<void> | undefined {
    if (!this.stands(request)) return undefined;
    const network = subnetOf(request.ip ?? null);
    const take = (): Promise<void> | undefined => this.take(network, response);
    heldBy(response).enterSharedTurn = take;
    return take();
  }

  private take(ofNetwork: string, response: ServerResponse): Promise<void> | undefined {
    const network = this.ofNetworks.enter(ofNetwork, response);
    if (network instanceof Promise) return network.then((leaveNetwork) => this.enterAll(response, leaveNetwork));
    return this.enterAll(response, network);
  }

  private enterAll(response: ServerResponse, leaveNetwork: () => void): Promise<void> | undefined {
    const held = heldBy(response);
    held.endSharedTurn = leaveNetwork;
    const stand = (leave: () => void): void => {
      held.endSharedTurn = () => {
        leave();
        leaveNetwork();
      };
    };
    const all = this.ofAll.enter('', response);
    if (all instanceof Promise) return all.then(stand);
    stand(all);
    return undefined;
  }
}

/** Reads of everybody without a session; what changes something has lines of its own. Whoever is signed in always finds a connection of the database. */
export class PublicReads extends SharedWork {
  private readonly unknown: UnknownReads;
  /** An office that one visitor asks for made-up names from is still answered, and holds no more than one place of everybody's. */
  private readonly oneByOne = new Lines(1, WAITING.reads, { full: BUSY, untilRead: false });

  /** @param unknown how many things that are not there one connection may ask for within 10 minutes before it is answered one by one */
  constructor(max: number, unknown: number) {
    super(max, WAITING.reads, FULL, ({ method }) => !CHANGES.has(method ?? ''));
    this.unknown = new UnknownReads(unknown);
  }

  /** @throws DomainError too_many */
  override enter(request: Asked, response: ServerResponse): Promise<void> | undefined {
    if (CHANGES.has(request.method ?? '')) return undefined;
    const address = request.ip ?? null;
    onceAnswered(response, () => void (response.statusCode === NOT_FOUND && this.unknown.count(address)));
    const line = this.unknown.lineOf(address);
    const turn = line === undefined ? undefined : this.oneByOne.enter(line, response);
    return turn instanceof Promise ? turn.then(() => super.enter(request, response)) : super.enter(request, response);
  }
}

/** Reads of everybody with a session, who have waited for the turn of their account. */
export class SignedInReads extends SharedWork {
  constructor(max: number) {
    super(max, WAITING.reads, FULL, ({ method }) => !CHANGES.has(method ?? ''));
  }
}

/** Changes of everybody with a session, who have waited for the turn of their account; a body that is on its way takes no place. */
export class SignedInChanges extends SharedWork {
  constructor(max: number) {
    super(max, WAITING.changes, FULL_OF_CHANGES, ({ method }) => CHANGES.has(method ?? ''));
  }
}

/** Requests that say they have a session, while it is looked for: it may be made up, and nobody knows yet whose it is. */
export class SessionLooks extends SharedWork {
  constructor(max: number) {
    super(max, WAITING.reads, FULL_OF_VISITS, () => true);
  }

  /** Looks in its turn, which is over then: whoever is found has turns of their own. @throws DomainError too_many */
  async during<Found>(request: Asked, response: ServerResponse, look: () => Promise<Found>): Promise<Found> {
    const waits = this.enter(request, response);
    if (waits) await waits;
    try {
      return await look();
    } finally {
      leaveSharedTurn(heldBy(response));
    }
  }
}

/** Changes of everybody without a session; what changes nothing has lines of its own. */
export class PublicChanges extends SharedWork {
  constructor(max: number) {
    super(max, WAITING.changes, FULL_OF_CHANGES, ({ method }) => CHANGES.has(method ?? ''));
  }
}

/** Lines of which each lets `max` requests work at a time, until they are answered. */
class Lines {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly max: number,
    private readonly longest: number,
    private readonly options: { full: string; untilRead: boolean } = { full: BUSY, untilRead: true },
  ) {}

  /** Whether somebody who enters now need not wait. */
  hasRoom(key: string): boolean {
    return (this.lines.get(key)?.atWork ?? 0) < this.max;
  }

  /** Comes back when it is the request's turn; who goes away while waiting makes room, and is never called. @returns ends the turn before its time @throws DomainError too_many */
  enter(key: string, response: ServerResponse): Taken {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = { atWork: 0, waiting: [] }));
    if (line.atWork < this.max) {
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
        const next = line.waiting.shift();
        // Its place is the next one's. A crowd that is refused at once would else be answered whole before anybody's next answer of the database is read.
        if (next) setImmediate(next);
        else if ((line.atWork -= 1) === 0) this.lines.delete(key);
      },
    });
  }

  private wait(key: string, line: Line, response: ServerResponse): Promise<() => void> {
    return new Promise((resolve) => {
      const begin = (): void => resolve(this.begin(key, line, response));
      line.waiting.push(begin);
      response.once('close', () => {
        const place = line.waiting.indexOf(begin);
        if (place < 0) return;
        line.waiting.splice(place, 1);
        // It will never be answered: the place that it has in another line is free at once.
        leaveConnectionLine(response);
      });
    });
  }
}

const LARGE_BYTES = 256 * 1024;
const isLarge = (body: unknown): boolean => (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LARGE_BYTES;
