const WINDOW_MS = 3_600_000;
/** Readings that differ by less are alike. */
const ALIKE_MS = 20_000;
/** Somebody who has waited so often is not kept waiting for a file whose job is gone. */
const MOST_PASSES = 20;
const MOST_KNOWN = 10_000;

/** How long this process has read for whom within the hour: the files of somebody with few pages do not stand behind all of somebody with many. */
export class ReadingTurns {
  private readonly used = new Map<string, { since: number; ms: number }>();
  private readonly passes = new Map<string, number>();

  count(therapistId: string, ms: number, now: number): void {
    const before = this.usedBy(therapistId, now);
    const since = before > 0 ? (this.used.get(therapistId)?.since ?? now) : now;
    keep(this.used, therapistId, { since, ms: before + ms });
  }

  /** Whether a file lets others go before it. @param waiting the therapists whose files are to be read */
  letsPass(fileId: string, therapistId: string, waiting: readonly string[], now: number): boolean {
    const passed = this.passes.get(fileId) ?? 0;
    const mine = this.usedBy(therapistId, now);
    if (passed < MOST_PASSES && waiting.some((other) => this.usedBy(other, now) + ALIKE_MS < mine)) {
      keep(this.passes, fileId, passed + 1);
      return true;
    }
    this.passes.delete(fileId);
    return false;
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
