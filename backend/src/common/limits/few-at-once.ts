import { DomainError } from '../errors/domain-error';

const BUSY = 'The service is very busy. Please try again in a moment.';

interface Line {
  atWork: number;
  waiting: (() => void)[];
}

/** Lets few pieces of work at a time through for each key, within this process: whoever waits holds no connection of the database, and waits for so long. */
export class FewAtOnce {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly max: number,
    private readonly waitMs: number,
  ) {}

  /** @throws DomainError unavailable when its turn does not come in time; the work is not begun then */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = { atWork: 0, waiting: [] }));
    if (line.atWork < this.max) line.atWork += 1;
    else await this.wait(line);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if ((line.atWork -= 1) === 0) this.lines.delete(key);
    }
  }

  /** Whoever leaves hands its place to the next. */
  private wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DomainError('unavailable', BUSY, { retryAfterSeconds: 2 }));
      }, this.waitMs);
      waiting.push(begin);
    });
  }
}
