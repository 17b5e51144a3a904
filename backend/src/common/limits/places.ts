import { DomainError } from '../errors/domain-error';
import type { Turns } from '../jobs/turns';
import { subnetOf } from './limits';
import { Shared } from './shared';

export interface PlacesOptions {
  /** So many work at a time, one of each owner; of one network half of them, see {@link Shared}. */
  atWork: number;
  /** So many more owners wait; of one network half of all. */
  waiting: number;
  /** Of one owner, with the one at work: nobody fills the line alone. */
  ofOne: number;
  /** Whatever becomes of the work: a place is given on after so long. */
  longestMs: number;
  /** Of those who wait, owners go first for whom less was counted here. Left out: who came first does. */
  lessFirst?: Turns;
  /** The sentence for whom there is no place. */
  full: string;
}

/** Whose work it is, and from where. */
export interface Owner {
  id: string;
  address: string | null;
}

interface Waiter {
  id: string;
  network: string;
  keys: readonly string[];
  /** It had a place before, and goes on. */
  isBack: boolean;
  begin(): void;
}

/** The place that a piece of work has. */
export interface Place {
  /** Waits for something without the place; then for a place again, behind whoever waits. What else its owner wants is not begun meanwhile. @throws DomainError invalid for who is gone */
  without<T>(wait: () => Promise<T>): Promise<T>;
}

const WAIT_SECONDS = 5;
/** Who reads what was made for them, without a place: each has a piece of it in memory. */
const MOST_READING = 500;

/**
 * Lets few pieces of work at a time through, in this process: one of each owner, owners in turn, and networks in turn: whoever comes from where nothing is
 * at work does not stand behind what a few networks have in line. Who goes away while waiting makes room at once.
 */
export class Places {
  private waiting: Waiter[] = [];
  private waiters = 0;
  private readonly atWork: Shared;
  /** What there is one piece of work of already. */
  private readonly busy = new Set<string>();
  /** All there is of each owner, and in whose share of the line they stand: that of the network from where they came first. */
  private readonly counts = new Map<string, { count: number; network: string }>();
  /** Owners at work and waiting: what else one of them wants waits for nobody but them, and takes no room from others. */
  private readonly line: Shared;
  /** Of networks with something at work or in line: which place in order was their last one. */
  private readonly served = new Map<string, number>();
  private begun = 0;
  /** Who go on later, and take up no room in the line meanwhile. */
  private readonly reading = new Shared(MOST_READING);

  constructor(private readonly options: PlacesOptions) {
    this.atWork = new Shared(options.atWork);
    this.line = new Shared(options.atWork + options.waiting);
  }

  /**
   * @param gone aborted when nobody waits for it any more @param apart of what else one piece of work at a time has a place: a connection
   * @throws DomainError too_many when the line is full; invalid for who is gone
   */
  async take<T>({ id: owner, address }: Owner, gone: AbortSignal, work: (place: Place) => Promise<T>, apart: readonly string[] = []): Promise<T> {
    const { ofOne, full } = this.options;
    const network = subnetOf(address);
    const own = this.counts.get(owner)?.count ?? 0;
    if (own >= ofOne || (own === 0 && !(this.line.hasRoom(network) && this.reading.hasRoom(network)))) throw new DomainError('too_many', full, { retryAfterSeconds: WAIT_SECONDS });
    const keys = [owner, ...apart];
    const share = this.counts.get(owner)?.network ?? network;
    this.count(owner, share, 1);
    const end = once(() => this.count(owner, share, -1));
    try {
      await this.turn(network, keys, gone);
    } catch (error) {
      end();
      throw error;
    }
    const free = once(() => {
      for (const key of keys) this.busy.delete(key);
      // What else this owner waits for comes after everybody else's.
      this.waiting = [...this.waiting.filter((waiter) => waiter.keys[0] !== owner), ...this.waiting.filter((waiter) => waiter.keys[0] === owner)];
      end();
    });
    let leave = this.hold(network, free);
    const without = async <Result>(wait: () => Promise<Result>): Promise<Result> => {
      leave();
      this.read(share, 1);
      const result = await wait().finally(() => this.read(share, -1));
      await this.turn(network, keys, gone, true);
      leave = this.hold(network, free);
      return result;
    };
    try {
      return await work({ without });
    } finally {
      free();
      leave();
    }
  }

  /** Whether somebody waits for no other reason than that this network's places are taken: of it, or of one that has fewer. */
  isWanted(address: string | null): boolean {
    const ofNetwork = subnetOf(address);
    return this.waiting.some((waiter) => this.isReady(waiter) && (waiter.network === ofNetwork || this.atWork.of(waiter.network) < this.atWork.of(ofNetwork)));
  }

  /** @returns gives the place on, which happens at the latest after the longest time; then its owner's next may begin as well */
  private hold(network: string, free: () => void): () => void {
    const leave = once(() => {
      clearTimeout(limit);
      this.atWork.add(network, -1);
      this.letIn();
      if (this.atWork.of(network) === 0 && !this.waiting.some((waiter) => waiter.network === network)) this.served.delete(network);
    });
    const limit = setTimeout(() => {
      free();
      leave();
    }, this.options.longestMs).unref();
    return leave;
  }

  private count(owner: string, network: string, change: 1 | -1): void {
    const count = (this.counts.get(owner)?.count ?? 0) + change;
    if (count === 0) this.counts.delete(owner);
    else this.counts.set(owner, { count, network });
    if (count === 0 || (count === 1 && change === 1)) this.line.add(network, change);
  }

  private read(network: string, change: 1 | -1): void {
    this.reading.add(network, change);
    this.line.add(network, -change);
  }

  private turn(network: string, keys: readonly string[], gone: AbortSignal, isBack = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        reject(new DomainError('invalid', 'The request was cancelled.'));
      };
      const waiter: Waiter = {
        id: String((this.waiters += 1)),
        network,
        keys,
        isBack,
        begin: () => {
          gone.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (gone.aborted) return leave();
      gone.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
      this.letIn();
    });
  }

  private isReady({ keys, isBack }: Waiter): boolean {
    return isBack || !keys.some((key) => this.busy.has(key));
  }

  private next(): Waiter | undefined {
    const ready = this.waiting
      .filter((waiter) => this.isReady(waiter) && this.atWork.hasRoom(waiter.network))
      .sort((one, other) => this.atWork.of(one.network) - this.atWork.of(other.network) || this.lastOf(one) - this.lastOf(other));
    const { lessFirst } = this.options;
    if (!lessFirst || ready.length < 2) return ready[0];
    const owners = ready.map(({ keys: [owner = ''] }) => owner);
    const now = performance.now();
    return ready.find(({ id, isBack }, at) => isBack || !lessFirst.letsPass(id, owners[at] ?? '', owners, now)) ?? ready[0];
  }

  private lastOf({ network }: Waiter): number {
    return this.served.get(network) ?? 0;
  }

  private letIn(): void {
    for (let next = this.next(); next; next = this.next()) this.begin(next);
  }

  private begin(next: Waiter): void {
    this.atWork.add(next.network, 1);
    if (!next.isBack) for (const key of next.keys) this.busy.add(key);
    this.waiting = this.waiting.filter((waiter) => waiter !== next);
    this.served.set(next.network, (this.begun += 1));
    next.begin();
  }
}

function once(deed: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    deed();
  };
}
