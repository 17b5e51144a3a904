import { readableInstant } from '../activity-entry';
import { EntryMarks, MarkedEntry } from '../entry-marks.service';
import { ChainProblems } from './chain-report';

/** More foreign entries than this in one range are only counted. */
const KEPT = 1_000;

/** Names entries that somebody else than the product wrote, and counts those of before it could be told. */
export class EntryAuthors {
  unmarked = 0;
  private foreign: MarkedEntry[] = [];
  private uncounted = 0;

  /** @param unmarkedUpTo the number up to which entries need no mark */
  constructor(
    private readonly marks: EntryMarks,
    private readonly unmarkedUpTo: bigint,
    private readonly problems: ChainProblems,
  ) {}

  add(entry: MarkedEntry): void {
    if (this.marks.isGenuine(entry, this.unmarkedUpTo)) {
      if (entry.mark === null) this.unmarked += 1;
    } else if (this.foreign.length < KEPT) this.foreign.push(entry);
    else this.uncounted += 1;
  }

  /** @param named numbers of entries that were altered or added, of which that is said already */
  report(named: ReadonlySet<string | undefined> = new Set()): void {
    for (const { seq, id, at } of this.foreign.filter((entry) => !named.has(entry.seq))) {
      const instant = readableInstant(at);
      const message = `Entry ${seq} (${id}, ${instant}) was not written by this product: nothing of what it says needs to have happened.`;
      this.problems.add({ kind: 'foreign_entry', message, seq, id, at: instant });
    }
    this.problems.count('foreign_entry', this.uncounted);
    this.foreign = [];
    this.uncounted = 0;
  }
}
