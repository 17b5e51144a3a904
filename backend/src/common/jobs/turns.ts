const WINDOW_MS = 3_600_000;
/** Who has waited so often is not kept waiting for a thing that nobody does. */
const MOST_PASSES = 20;
/** The same of a line of jobs, in which each comes again: so often in a row while nothing is done. */
const MOST_LOOKS = 4;
/** And while somebody is at work, for whom what is first in line may wait. */
const MOST_LOOKS_MEANWHILE = 60;
const MOST_KNOWN = 10_000;
/** After so much work for those who go first, one of the others has a turn: they are slow, and never stand still. */
const SHARE_MS = 200_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** Of those who go first there are never that many. */
const LONGEST_WAIT_OF_FIRST_MS = 2_000;
/** More than a look costs: where many are put off, the line is free in between. */
const APART_MS = 20;
/** Things that are gone may be counted among them. */
const LONGEST_APART_MS = 60_000;

/** Who has something in line; `goes_first`: before all others who do not, whatever they had. */
export interface InLine {
  whose: string;
  goes_first: boolean;
}

/** How long this process has worked for whom within the hour: what one therapist has in line does not stand behind all that another has. */
export class Turns {
  private readonly used = new Map<string, { since: number; ms: number }>();
  private readonly passes = new Map<string, number>();
  /** How often a thing has let others go since the last work. */
  private readonly looks = new Map<string, number>();
  private atWork = 0;
  private forFirstMs = 0;

  /** @param alikeMs work that differs by less is alike, unless one has had twice as much as the other: who has had nothing goes first */
  constructor(private readonly alikeMs: number) {}

  count(therapistId: string, ms: number, now: number): void {
    const before = this.usedBy(therapistId, now);
    const since = before > 0 ? (this.used.get(therapistId)?.since ?? now) : now;
    keep(this.used, therapistId, { since, ms: before + ms });
  }

  /** Work for somebody, which is counted. */
  async during<Result>({ whose, goes_first }: InLine, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    this.atWork += 1;
    try {
      return await work();
    } finally {
      const now = performance.now();
      this.atWork -= 1;
      this.looks.clear();
      if (goes_first) this.forFirstMs += now - begun;
      this.count(whose, now - begun, now);
    }
  }

  /** Whether a thing lets others go before it. @param waiting the therapists who have something in line */
  letsPass(id: string, therapistId: string, waiting: readonly string[], now: number): boolean {
    const passed = this.passes.get(id) ?? 0;
    const mine = this.usedBy(therapistId, now);
    if (passed < MOST_PASSES && waiting.some((other) => this.hadLess(other, mine, now))) {
      keep(this.passes, id, passed + 1);
      return true;
    }
    this.passes.delete(id);
    return false;
  }

  /**
   * How long a job lets others of its line go before it, in milliseconds; 0: it is its turn, and its work is done {@link during} it. A thing that nobody
   * does keeps nobody waiting for ever, and whoever is let in for that reason, or as a share, is one of all who wait: many wait no shorter than one.
   * @param line whoever has something in it, also whose thing this is
   */
  putOffMs(id: string, { whose, goes_first }: InLine, line: readonly InLine[], now: number): number {
    const mine = this.usedBy(whose, now);
    const isAfterFirst = !goes_first && line.some((other) => other.goes_first);
    const isAfterAlike = line.some((other) => other.goes_first === goes_first && this.hadLess(other.whose, mine, now));
    const looks = this.looks.get(id) ?? 0;
    const isStill = looks >= (this.atWork === 0 ? MOST_LOOKS : MOST_LOOKS_MEANWHILE);
    if (isStill || !(isAfterAlike || (isAfterFirst && this.forFirstMs < SHARE_MS))) {
      if (isAfterFirst) this.forFirstMs = 0;
      this.looks.clear();
      this.passes.delete(id);
      return 0;
    }
    const passed = this.passes.get(id) ?? 0;
    keep(this.looks, id, looks + 1);
    keep(this.passes, id, passed + 1);
    return Math.min(FIRST_WAIT_MS * 2 ** passed, goes_first ? LONGEST_WAIT_OF_FIRST_MS : Math.max(LONGEST_WAIT_MS, Math.min(this.passes.size * APART_MS, LONGEST_APART_MS)));
  }

  private hadLess(other: string, mine: number, now: number): boolean {
    const theirs = this.usedBy(other, now);
    return theirs + Math.min(theirs, this.alikeMs) < mine;
  }

  private usedBy(therapistId: string, now: number): number {
    const used = this.used.get(therapistId);
    return used && now - used.since < WINDOW_MS ? used.ms : 0;
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > MOST_KNOWN) map.delete(oldest);
}
