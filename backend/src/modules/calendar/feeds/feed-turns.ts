import { LRUCache } from 'lru-cache';

/** Whoever's calendar took so long the last time is slow. */
const SLOW_MS = 2_000;
const REMEMBERED_MS = 60 * 60_000;
const MOST_REMEMBERED = 10_000;
/** When who has to wait comes again: the same therapist's other reading ends soon, and the place of slow ones is asked for by many. */
const SAME_AGAIN_MS = 2_000;
const SLOW_AGAIN_MS = 30_000;

/** Says for how many milliseconds others were read before. */
export type Waited = (ms: number) => void;

/**
 * Whose calendar is read by this process: of one therapist one at a time, and of those that were slow one altogether, so that there is always a
 * place for the others.
 */
export class FeedTurns {
  private readonly reading = new Set<string>();
  private readonly slow = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  private slowAtWork = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @param read is told how to say for how many milliseconds it waited for others, which makes nobody slow @returns 0 when it was read; else nothing was done, and it is to be tried so many milliseconds later */
  async take(therapistId: string, read: (waited: Waited) => Promise<void>): Promise<number> {
    if (this.reading.has(therapistId)) return SAME_AGAIN_MS;
    const wasSlow = this.slow.has(therapistId);
    if (wasSlow && this.slowAtWork > 0) return SLOW_AGAIN_MS;
    this.reading.add(therapistId);
    if (wasSlow) this.slowAtWork += 1;
    let began = this.now();
    try {
      await read((ms) => void (began += ms));
      return 0;
    } finally {
      this.reading.delete(therapistId);
      if (wasSlow) this.slowAtWork -= 1;
      if (this.now() - began >= SLOW_MS) this.slow.set(therapistId, true);
      else this.slow.delete(therapistId);
    }
  }
}
