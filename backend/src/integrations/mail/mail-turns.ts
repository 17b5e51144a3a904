import { LRUCache } from 'lru-cache';
import { NotYet } from '../../common/jobs/job';

/** A mail waits so long for its turn where it is; after that it makes room for others. */
const WAITS_MS = 2_000;
/** So many of the same wait in this process; the others are put off. */
const MOST_WAITING = 2;
/** How long one is put off: the more of the same are, the longer, so that they come back one after the other. */
const FIRST_OFF_MS = 500;
const APART_MS = 100;
const LONGEST_OFF_MS = 30_000;
/** Whoever took longer than that for a mail has one place for a while: more than a server takes that looks closely at every mail. */
const SLOW_MS = 5_000;
const SLOW_FOR_MS = 10 * 60_000;
const MOST_SLOW = 1_000;
const MOST_QUICK = 10_000;
/** Whoever was not quick yet has two at a time. */
const NEW_PLACES = 2;

/** What mails share: a practice, or the server that takes them. */
export interface MailKey {
  name: string;
  /** Places that it may have while its mails are quick. */
  places: number;
  /** There are as many as somebody likes: those that were not quick yet, or were slow, leave one place together, and the slow ones two. */
  isSite?: true;
}

/** A key that many share: it is neither slow nor quick itself. */
interface SharedKey extends MailKey {
  isShared?: true;
}

interface Line {
  /** When each that is on its way began. */
  begun: Set<{ at: number }>;
  waiting: number;
  putOff: number;
  /** Comes back when one is over. */
  oneOver: Promise<void>;
  tellOver: () => void;
}

/** Places for the mails of each key: some while they are quick, one while they are slow, so that nobody's take all of them. */
export class MailTurns {
  private readonly lines = new Map<string, Line>();
  private readonly slow = new LRUCache<string, true>({ max: MOST_SLOW, ttl: SLOW_FOR_MS });
  private readonly quick = new LRUCache<string, true>({ max: MOST_QUICK });

  /** @param places that there are for all */
  constructor(private readonly places: number) {}

  /** @throws NotYet where it is the turn of others for longer */
  async take<T>(own: readonly MailKey[], work: () => Promise<T>, waitsMs = WAITS_MS, slowMs = SLOW_MS): Promise<T> {
    const until = Date.now() + waitsMs;
    let keys = this.withShared(own);
    for (let full = this.fullOf(keys, slowMs); full; full = this.fullOf(keys, slowMs)) {
      await this.wait(full, until);
      keys = this.withShared(own);
    }
    const mine = { at: Date.now() };
    for (const { name } of keys) this.lineOf(name).begun.add(mine);
    try {
      return await work();
    } finally {
      for (const key of keys) this.end(key, mine, slowMs);
    }
  }

  private withShared(keys: readonly MailKey[]): SharedKey[] {
    return keys.flatMap((key): SharedKey[] => {
      if (!key.isSite || this.quick.has(key.name)) return [key];
      const together: SharedKey[] = [{ name: 'not known to be quick', places: this.places - 1, isShared: true }];
      if (this.slow.has(key.name)) together.push({ name: 'slow', places: this.places - 2, isShared: true });
      return [{ ...key, places: Math.min(key.places, NEW_PLACES) }, ...together];
    });
  }

  private fullOf(keys: readonly SharedKey[], slowMs: number): Line | undefined {
    for (const { name, places, isShared } of keys) {
      const line = this.lines.get(name);
      if (!line || line.begun.size === 0) continue;
      const isSlow = !isShared && (this.slow.has(name) || [...line.begun].some(({ at }) => Date.now() - at > slowMs));
      if (line.begun.size >= (isSlow ? 1 : places)) return line;
    }
    return undefined;
  }

  private lineOf(name: string): Line {
    const known = this.lines.get(name);
    if (known) return known;
    const line: Line = { begun: new Set(), waiting: 0, putOff: 0, ...signal() };
    this.lines.set(name, line);
    return line;
  }

  private end({ name, isShared, isSite }: SharedKey, mine: { at: number }, slowMs: number): void {
    const line = this.lineOf(name);
    line.begun.delete(mine);
    if (!isShared && Date.now() - mine.at > slowMs) {
      this.slow.set(name, true);
      this.quick.delete(name);
    } else if (isSite && !this.slow.has(name)) this.quick.set(name, true);
    const { tellOver } = line;
    Object.assign(line, signal());
    tellOver();
    if (line.begun.size === 0 && line.waiting === 0) this.lines.delete(name);
  }

  private async wait(line: Line, until: number): Promise<void> {
    const left = until - Date.now();
    if (line.waiting >= MOST_WAITING || left <= 0) {
      line.putOff += 1;
      throw new NotYet(Math.min(FIRST_OFF_MS + line.putOff * APART_MS, LONGEST_OFF_MS));
    }
    line.waiting += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, left)));
    await Promise.race([line.oneOver, late]);
    clearTimeout(timer);
    line.waiting -= 1;
  }
}

function signal(): Pick<Line, 'oneOver' | 'tellOver'> {
  let tellOver = (): void => undefined;
  const oneOver = new Promise<void>((resolve) => (tellOver = resolve));
  return { oneOver, tellOver };
}
