import type { Limit } from './limits';

/** So many keys are known at once; the one that was counted longest ago goes first. */
const KEYS = 50_000;

/**
 * What this process has counted of a limit, beside the table: whoever can delete rows there still gets no more than that from each process.
 * It is forgotten with the process.
 */
export class ProcessCounts {
  /** When, in milliseconds; no more of them than the limit allows. */
  private readonly hits = new Map<string, number[]>();

  /** @returns 0 when one more is within the limit */
  secondsUntilAllowed(limit: Limit, key: string, now: Date): number {
    const hits = this.live(limit, key, now);
    const oldest = hits[hits.length - limit.max];
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + limit.windowMs - now.getTime()) / 1000));
  }

  count(limit: Limit, key: string, now: Date): void {
    const hits = [...this.live(limit, key, now), now.getTime()].slice(-limit.max);
    this.keep(nameOf(limit, key), hits);
  }

  /** Takes back what was counted last. */
  release(limit: Limit, key: string): void {
    const name = nameOf(limit, key);
    const hits = this.hits.get(name)?.slice(0, -1);
    if (hits) this.keep(name, hits);
  }

  private live({ windowMs, ...limit }: Limit, key: string, now: Date): number[] {
    return (this.hits.get(nameOf(limit, key)) ?? []).filter((at) => at > now.getTime() - windowMs);
  }

  private keep(name: string, hits: number[]): void {
    this.hits.delete(name);
    if (hits.length > 0) this.hits.set(name, hits);
    for (const first of this.hits.keys()) {
      if (this.hits.size <= KEYS) return;
      this.hits.delete(first);
    }
  }
}

function nameOf({ scope }: Pick<Limit, 'scope'>, key: string): string {
  return `${scope} ${key}`;
}
