import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { subnetOf } from '../limits/limits';
import type { Asked } from './asked';
import { BUSY, CHANGES, heldBy, leaveSharedTurn, Lines, onceAnswered, Taken, WAITING } from './changes-at-work';
import { UnknownReads } from './unknown-reads';

const NETWORK_BUSY = 'Too many requests came from your network at once. Please try again in a moment.';
const FULL = 'Very many people are reading at once. Please try again in a moment.';
const FULL_OF_CHANGES = 'Very many people are sending something at once. Please try again in a moment.';
const FULL_OF_VISITS = 'Very many people are here at once. Please try again in a moment.';
/** How many of all wait: as many as may wait for the database. */
const WAITING_OF_ALL = 1_000;
const NOT_FOUND = 404;
const MINUTE_MS = 60_000;
/** More networks than are busy in a minute. */
const MOST_NETWORKS = 10_000;

/** How long requests of one network were worked on lately. */
interface Use {
  ms: number;
  running: number;
  at: number;
}

/**
 * What one network has of all lines in this process together: so many places; and half as many once it was worked on for very long within a minute. Whoever finds a
 * request that takes long has it answered, and leaves the rest of the process to others.
 */
export class NetworkPlaces {
  private readonly uses = new LRUCache<string, Use>({ max: MOST_NETWORKS });
  private readonly lines: Lines;

  /** @param places of one network @param busyMs within about a minute, after which it has half of them */
  constructor(places: number, busyMs: number) {
    const fewer = Math.ceil(places / 2);
    this.lines = new Lines((network) => (this.msOf(network) > busyMs ? fewer : places), WAITING_OF_ALL, { full: NETWORK_BUSY, untilRead: false });
  }

  enter(network: string, response: ServerResponse): Taken {
    return this.lines.enter(network, response);
  }

  /** Its work begins. */
  begin(network: string, response: ServerResponse): () => void {
    const use = this.uses.get(network) ?? { ms: 0, running: 0, at: performance.now() };
    this.uses.set(network, use);
    settle(use);
    use.running += 1;
    return onceAnswered(response, () => {
      settle(use);
      use.running -= 1;
    });
  }

  private msOf(network: string): number {
    const use = this.uses.get(network);
    return use ? settle(use) : 0;
  }
}

/** What is long ago counts less and less. */
function settle(use: Use): number {
  const now = performance.now();
  const passed = now - use.at;
  use.at = now;
  return (use.ms = use.ms * Math.exp(-passed / MINUTE_MS) + use.running * passed);
}

/**
 * What everybody with a session asks for, or without one, from however many connections: `max` at a time in this process, and of one network half as many. A
 * line of the internet has thousands of what counts as a connection, and as many accounts as it likes. None of them holds all that other people need, nor
 * all connections of the database; and two of them leave room for a third: whoever has nothing at work finds a place that crowds do not take.
 */
class SharedWork {
  private readonly ofNetworks: Lines;
  private readonly ofAll: Lines;
  /** What networks have at work beside one request each. */
  private readonly crowd: Lines;
  private readonly firsts = new Set<string>();

  constructor(
    max: number,
    waitingOfNetwork: number,
    full: string,
    private readonly stands: (request: Asked) => boolean,
    private readonly networks: NetworkPlaces,
  ) {
    const others = Math.ceil(max / 4);
    this.ofNetworks = new Lines(Math.ceil(max / 2), waitingOfNetwork, { full: NETWORK_BUSY, untilRead: false });
    this.crowd = new Lines(Math.max(1, max - others - 2), WAITING_OF_ALL, { full, untilRead: false });
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

  private take(network: string, response: ServerResponse): Promise<void> | undefined {
    const taken: (() => void)[] = [];
    heldBy(response).endSharedTurn = () => taken.splice(0).reverse().forEach((leave) => leave());
    const lines = [
      () => this.ofNetworks.enter(network, response),
      () => this.networks.enter(network, response),
      () => this.firstOf(network, response) ?? this.crowd.enter('', response),
      () => this.ofAll.enter('', response),
      () => this.networks.begin(network, response),
    ];
    return through(lines, taken);
  }

  private firstOf(network: string, response: ServerResponse): (() => void) | undefined {
    if (this.firsts.has(network)) return undefined;
    this.firsts.add(network);
    return onceAnswered(response, () => this.firsts.delete(network));
  }
}

/** One line after the other. @returns nothing where none of them waits */
function through(lines: readonly (() => Taken)[], taken: (() => void)[]): Promise<void> | undefined {
  for (const [index, enter] of lines.entries()) {
    const place = enter();
    if (!(place instanceof Promise)) {
      taken.push(place);
      continue;
    }
    return place.then((leave) => {
      taken.push(leave);
      return through(lines.slice(index + 1), taken);
    });
  }
  return undefined;
}

/** Reads of everybody without a session; what changes something has lines of its own. Whoever is signed in always finds a connection of the database. */
export class PublicReads extends SharedWork {
  private readonly unknown: UnknownReads;
  /** An office that one visitor asks for made-up names from is still answered, and holds no more than one place of everybody's. */
  private readonly oneByOne = new Lines(1, WAITING.reads, { full: BUSY, untilRead: false });

  /** @param unknown how many things that are not there one connection may ask for within 10 minutes before it is answered one by one */
  constructor(max: number, unknown: number, networks: NetworkPlaces) {
    super(max, WAITING.reads, FULL, ({ method }) => !CHANGES.has(method ?? ''), networks);
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
  constructor(max: number, networks: NetworkPlaces) {
    super(max, WAITING.reads, FULL, ({ method }) => !CHANGES.has(method ?? ''), networks);
  }
}

/** Changes of everybody with a session, who have waited for the turn of their account; a body that is on its way takes no place. */
export class SignedInChanges extends SharedWork {
  constructor(max: number, networks: NetworkPlaces) {
    super(max, WAITING.changes, FULL_OF_CHANGES, ({ method }) => CHANGES.has(method ?? ''), networks);
  }
}

/** Requests that say they have a session, while it is looked for: it may be made up, and nobody knows yet whose it is. */
export class SessionLooks extends SharedWork {
  constructor(max: number, networks: NetworkPlaces) {
    super(max, WAITING.reads, FULL_OF_VISITS, () => true, networks);
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
  constructor(max: number, networks: NetworkPlaces) {
    super(max, WAITING.changes, FULL_OF_CHANGES, ({ method }) => CHANGES.has(method ?? ''), networks);
  }
}
