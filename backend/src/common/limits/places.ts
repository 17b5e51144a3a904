import { DomainError } from '../errors/domain-error';
import type { Turns } from '../jobs/turns';

export interface PlacesOptions {
  /** So many work at a time, one of each owner. */
  atWork: number;
  /** So many more wait, of all owners. */
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

interface Waiter {
  id: string;
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

/** Lets few pieces of work at a time through, in this process: one of each owner, owners in turn. Who goes away while waiting makes room at once. */
export class Places {
  private waiting: Waiter[] = [];
  private waiters = 0;
  private atWork = 0;
  /** What there is one piece of work of already. */
  private readonly busy = new Set<string>();
  /** All there is of each owner. */
  private readonly counts = new Map<string, number>();
  private underway = 0;
  /** Of those, who go on later and take up no room in the line meanwhile. */
  private reading = 0;

  constructor(private readonly options: PlacesOptions) {}

  /**
   * @param gone aborted when nobody waits for it any more @param apart of what else one piece of work at a time has a place: a connection
   * @throws DomainError too_many when the line is full; invalid for who is gone
   */
  async take<T>(owner: string, gone: AbortSignal, work: (place: Place) => Promise<T>, apart: readonly string[] = []): Promise<T> {
    const { atWork, waiting, ofOne, full } = this.options;
    const own = this.counts.get(owner) ?? 0;
    if (own >= ofOne || this.underway - this.reading >= atWork + waiting || this.reading >= MOST_READING) throw new DomainError('too_many', full, { retryAfterSeconds: WAIT_SECONDS });
    const keys = [owner, ...apart];
    this.count(owner, 1);
    const end = once(() => this.count(owner, -1));
    try {
      await this.turn(keys, gone);
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
    let leave = this.hold(free);
    const without = async <Result>(wait: () => Promise<Result>): Promise<Result> => {
      leave();
      this.reading += 1;
      const result = await wait().finally(() => (this.reading -= 1));
      await this.turn(keys, gone, true);
      leave = this.hold(free);
      return result;
    };
    try {
      return await work({ without });
    } finally {
      free();
      leave();
    }
  }

  /** Whether somebody waits for no other reason than that all places are taken. */
  isWanted(): boolean {
    return this.atWork >= this.options.atWork && this.waiting.some((waiter) => this.mayBegin(waiter));
  }

  /** @returns gives the place on, which happens at the latest after the longest time; then its owner's next may begin as well */
  private hold(free: () => void): () => void {
    const leave = once(() => {
      clearTimeout(limit);
      this.atWork -= 1;
      this.letIn();
    });
    const limit = setTimeout(() => {
      free();
      leave();
    }, this.options.longestMs).unref();
    return leave;
  }

  private count(owner: string, change: 1 | -1): void {
    const count = (this.counts.get(owner) ?? 0) + change;
    if (count === 0) this.counts.delete(owner);
    else this.counts.set(owner, count);
    this.underway += change;
  }

  private turn(keys: readonly string[], gone: AbortSignal, isBack = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        reject(new DomainError('invalid', 'The request was cancelled.'));
      };
      const waiter: Waiter = {
        id: String((this.waiters += 1)),
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

  private mayBegin({ keys, isBack }: Waiter): boolean {
    return isBack || !keys.some((key) => this.busy.has(key));
  }

  private next(): Waiter | undefined {
    const ready = this.waiting.filter((waiter) => this.mayBegin(waiter));
    const { lessFirst } = this.options;
    if (!lessFirst || ready.length < 2) return ready[0];
    const owners = ready.map(({ keys: [owner = ''] }) => owner);
    const now = performance.now();
    return ready.find(({ id, isBack }, at) => isBack || !lessFirst.letsPass(id, owners[at] ?? '', owners, now)) ?? ready[0];
  }

  private letIn(): void {
    while (this.atWork < this.options.atWork) {
      const next = this.next();
      if (!next) return;
      this.atWork += 1;
      if (!next.isBack) for (const key of next.keys) this.busy.add(key);
      this.waiting = this.waiting.filter((waiter) => waiter !== next);
      next.begin();
    }
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
