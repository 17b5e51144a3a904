const WINDOW_MS = 3_600_000;
/** Who has waited so often is not kept waiting for a thing whose job is gone. */
const MOST_PASSES = 20;
const MOST_KNOWN = 10_000;

/** Who has something in line; `goes_first`: before all others who do not, whatever they had. */
export interface InLine {
  whose: string;
  goes_first: boolean;
}

/** How long this process has worked for whom within the hour: what one therapist has in line does not stand behind all that another has. */
export class Turns {
  private readonly used = new Map<string, { since: number; ms: number }>();
  private readonly passes = new Map<string, number>();

  /** @param alikeMs work that differs by less is alike, unless one has had twice as much as the other: who has had nothing goes first */
  constructor(private readonly alikeMs: number) {}

  count(therapistId: string, ms: number, now: number): void {
    const before = this.usedBy(therapistId, now);
    const since = before > 0 ? (this.used.get(therapistId)?.since ?? now) : now;
    keep(this.used, therapistId, { since, ms: before + ms });
  }

  /** Whether a thing lets others go before it. @param waiting the therapists who have something in line @param isBehind somebody is in line who goes first whatever they had */
  letsPass(id: string, therapistId: string, waiting: readonly string[], now: number, isBehind = false): boolean {
    const passed = this.passes.get(id) ?? 0;
    const mine = this.usedBy(therapistId, now);
    if (passed < MOST_PASSES && (isBehind || waiting.some((other) => this.hadLess(other, mine, now)))) {
      keep(this.passes, id, passed + 1);
      return true;
    }
    this.passes.delete(id);
    return false;
  }

  /** {@link letsPass}, of a line with some who go first. @param line whoever has something in it, also whose thing this is */
  letsLinePass(id: string, { whose, goes_first }: InLine, line: readonly InLine[], now: number): boolean {
    const alike = line.filter((other) => other.goes_first === goes_first).map((other) => other.whose);
    return this.letsPass(id, whose, alike, now, !goes_first && line.some((other) => other.goes_first));
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
