import { DomainError } from '../errors/domain-error';

export interface PlacesOptions {
  /** So many work at a time, one of each owner. */
  atWork: number;
  /** So many more wait, of all owners. */
  waiting: number;
  /** Of one owner, with the one at work: nobody fills the line alone. */
  ofOne: number;
  /** Whatever becomes of the work: a place is given on after so long. */
  longestMs: number;
  /** The sentence for whom there is no place. */
  full: string;
}

interface Waiter {
  owner: string;
  begin(): void;
}

const WAIT_SECONDS = 5;

/** Lets few pieces of work at a time through, in this process: one of each owner, owners in turn. Who goes away while waiting makes room at once. */
export class Places {
  private waiting: Waiter[] = [];
  private readonly owners = new Set<string>();

  constructor(private readonly options: PlacesOptions) {}

  /** @param gone aborted when nobody waits for it any more @throws DomainError too_many when the line is full; invalid for who is gone */
  async take<T>(owner: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { atWork, waiting, ofOne, longestMs, full } = this.options;
    const own = this.waiting.filter((waiter) => waiter.owner === owner).length + (this.owners.has(owner) ? 1 : 0);
    if (own >= ofOne || this.waiting.length + this.owners.size >= atWork + waiting) throw new DomainError('too_many', full, { retryAfterSeconds: WAIT_SECONDS });
    await this.turn(owner, gone);
    const release = once(() => {
      this.owners.delete(owner);
      // What else this owner waits for comes after everybody else's.
      this.waiting = [...this.waiting.filter((waiter) => waiter.owner !== owner), ...this.waiting.filter((waiter) => waiter.owner === owner)];
      this.letIn();
    });
    const limit = setTimeout(release, longestMs).unref();
    try {
      return await work();
    } finally {
      clearTimeout(limit);
      release();
    }
  }

  private turn(owner: string, gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        reject(new DomainError('invalid', 'The request was cancelled.'));
      };
      const waiter: Waiter = {
        owner,
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

  private letIn(): void {
    while (this.owners.size < this.options.atWork) {
      const next = this.waiting.find(({ owner }) => !this.owners.has(owner));
      if (!next) return;
      this.owners.add(next.owner);
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
