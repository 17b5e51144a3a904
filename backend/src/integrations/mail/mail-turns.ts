import { NotYet } from '../../common/jobs/job';

/** A mail waits so long for its turn where it is; after that it makes room for others. */
const WAITS_MS = 2_000;
/** How long it is put off: the more of the same are, the longer, so that they come back one after the other. */
const FIRST_OFF_MS = 500;
const APART_MS = 100;
const LONGEST_OFF_MS = 30_000;

interface Turn {
  over: Promise<void>;
  /** One waits in this process; the others are put off. */
  hasWaiter: boolean;
  putOff: number;
}

/** One mail at a time for each key, whoever that is: what is slow to one keeps no place from the others. */
export class MailTurns {
  private readonly busy = new Map<string, Turn>();

  /** @throws NotYet where it is somebody else's turn for longer */
  async take<T>(keys: readonly string[], work: () => Promise<T>, waitsMs = WAITS_MS): Promise<T> {
    const until = Date.now() + waitsMs;
    for (let before = this.before(keys); before; before = this.before(keys)) await this.wait(before, until);
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    for (const key of keys) this.busy.set(key, { over, hasWaiter: false, putOff: 0 });
    try {
      return await work();
    } finally {
      for (const key of keys) this.busy.delete(key);
      end();
    }
  }

  private before(keys: readonly string[]): Turn | undefined {
    return keys.map((key) => this.busy.get(key)).find((turn) => turn !== undefined);
  }

  private async wait(before: Turn, until: number): Promise<void> {
    const left = until - Date.now();
    if (before.hasWaiter || left <= 0) {
      before.putOff += 1;
      throw new NotYet(Math.min(FIRST_OFF_MS + before.putOff * APART_MS, LONGEST_OFF_MS));
    }
    before.hasWaiter = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, left)));
    await Promise.race([before.over, late]);
    clearTimeout(timer);
    before.hasWaiter = false;
  }
}
