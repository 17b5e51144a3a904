import { Hash } from 'node:crypto';
import { ActivityEntry, entryHash, readableInstant } from '../activity-entry';
import { ChainProblem, ChainProblems } from './chain-report';
import { ActivitySeal, beginSealHash, PREFIX_BYTES } from './seal';

type Touched = Pick<ActivityEntry, 'seq' | 'id' | 'at'>;

/** More unexpected entries than this between two expected ones are only counted. */
const KEPT_UNEXPECTED = 1_000;

/**
 * Holds the entries of one sealed range against the seal, one after the other. Entries that are as they were sealed are recognised by the
 * hashes in the seal; what lies between two of them was altered, taken out or added.
 */
export class SealComparison {
  private readonly hash: Hash;
  private readonly positions = new Map<string, number>();
  private expected = 0;
  private unexpected: Touched[] = [];
  private uncounted = 0;
  private lastIntact: string | undefined;
  private readonly problems = new ChainProblems(KEPT_UNEXPECTED);

  constructor(
    private readonly seal: ActivitySeal,
    previousHash: Buffer,
  ) {
    this.hash = beginSealHash(previousHash, seal);
    for (let at = 0; at < this.sealedEntries; at += 1) {
      const prefix = seal.entry_hashes.subarray(at * PREFIX_BYTES, (at + 1) * PREFIX_BYTES).toString('hex');
      if (!this.positions.has(prefix)) this.positions.set(prefix, at);
    }
  }

  /** The next entry by number. */
  add(entry: ActivityEntry): void {
    const hash = entryHash(entry);
    this.hash.update(hash);
    const position = this.positions.get(hash.subarray(0, PREFIX_BYTES).toString('hex'));
    if (position === undefined || position < this.expected) return this.remember(entry);
    this.settle(position - this.expected, entry.seq);
    this.expected = position + 1;
    this.lastIntact = entry.seq;
  }

  /** @returns what is wrong, and the hash that the seal should have for the entries that are there */
  finish(): { hash: Buffer; problems: ChainProblems } {
    this.settle(this.sealedEntries - this.expected, undefined);
    const hash = this.hash.digest();
    const matches = hash.equals(this.seal.hash);
    if (matches === this.problems.none) return { hash, problems: this.problems };
    if (!matches) return { hash, problems: this.altered('its hash does not follow from what it seals') };
    // The whole hash is right, so the entries are: it is the list of their beginnings that was changed.
    return { hash, problems: this.altered('its list of entries does not belong to its hash') };
  }

  private altered(how: string): ChainProblems {
    const problems = new ChainProblems();
    problems.add({ kind: 'altered_seal', message: `Seal ${this.seal.id} was altered: ${how}.`, seal: String(this.seal.id) });
    return problems;
  }

  private get sealedEntries(): number {
    return Math.floor(this.seal.entry_hashes.length / PREFIX_BYTES);
  }

  private remember({ seq, id, at }: ActivityEntry): void {
    if (this.unexpected.length < KEPT_UNEXPECTED) this.unexpected.push({ seq, id, at });
    else this.uncounted += 1;
  }

  /** Says what happened between two intact entries: `gone` sealed ones are not there as they were. */
  private settle(gone: number, before: string | undefined): void {
    this.unexpected.forEach((entry, index) => this.reportEntry(index < gone ? 'altered_entry' : 'added_entry', entry));
    const missing = gone - this.unexpected.length - this.uncounted;
    if (missing > 0) this.reportMissing(missing, before);
    const altered = Math.min(this.uncounted, Math.max(0, gone - this.unexpected.length));
    this.problems.count('altered_entry', altered);
    this.problems.count('added_entry', this.uncounted - altered);
    this.unexpected = [];
    this.uncounted = 0;
  }

  private reportEntry(kind: 'altered_entry' | 'added_entry', entry: Touched): void {
    const at = readableInstant(entry.at);
    const what = kind === 'altered_entry' ? 'was altered after it was sealed' : 'was added to a range that was sealed already';
    const message = `Entry ${entry.seq} (${entry.id}, ${at}) ${what} by seal ${this.seal.id}.`;
    this.report(kind, message, { seq: entry.seq, id: entry.id, at });
  }

  private reportMissing(count: number, before: string | undefined): void {
    const first = BigInt(this.lastIntact ?? this.seal.first_seq - 1n) + 1n;
    const last = before === undefined ? this.seal.last_seq : BigInt(before) - 1n;
    const what = count === 1 ? 'An entry is' : `${count} entries are`;
    const where = first === last ? `the one with number ${first}` : `between the numbers ${first} and ${last}`;
    this.report('missing_entries', `${what} missing that seal ${this.seal.id} holds: ${where}.`, first === last ? { seq: String(first) } : {});
  }

  private report(kind: ChainProblem['kind'], message: string, entry: Partial<Pick<ChainProblem, 'seq' | 'id' | 'at'>> = {}): void {
    this.problems.add({ kind, message, seal: String(this.seal.id), ...entry });
  }
}
