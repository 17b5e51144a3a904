import { Queryable } from '../../common/database/database';
import { readableInstant } from './activity-entry';
import { ActivitySeal, ChainState, PREFIX_BYTES } from './activity-seal';
import { ActivitySealRepository } from './activity-seal.repository';
import { ChainProblems } from './chain-report';
import { CheckpointReview } from './checkpoint-review';
import { SealComparison } from './seal-comparison';

const ENTRIES_PER_PAGE = 1_000;
const SEALS_PER_PAGE = 50;
const SMALLEST_NUMBER = -(2n ** 63n);

/** Goes along the chain, seal after seal, in pages. After something wrong it takes up the thread again and goes on. */
export class ChainWalk {
  seals = 0;
  entries = 0;
  /** What the next seal may name as the hash before it: the one that is written there, and the one that should be. */
  private hashes: readonly Buffer[];

  constructor(
    private readonly tx: Queryable,
    private readonly repository: ActivitySealRepository,
    private readonly checkpoints: CheckpointReview,
    private readonly problems: ChainProblems,
    public state: ChainState,
  ) {
    this.hashes = [state.hash];
  }

  async run(): Promise<void> {
    let page: ActivitySeal[];
    do {
      page = await this.repository.after(this.tx, this.state.sealId, SEALS_PER_PAGE);
      for (const seal of page) await this.check(seal);
    } while (page.length === SEALS_PER_PAGE);
  }

  /** Entries with numbers from before the chain begins can only have been put there later. */
  async checkBefore(): Promise<void> {
    for (const { seq, id, at } of await this.repository.entries(this.tx, SMALLEST_NUMBER, this.state.lastSeq, ENTRIES_PER_PAGE)) {
      const instant = readableInstant(at);
      const message = `Entry ${seq} (${id}, ${instant}) was added before the beginning of the log.`;
      this.problems.add({ kind: 'added_entry', message, seq, id, at: instant });
    }
  }

  private async check(seal: ActivitySeal): Promise<void> {
    const broken = this.brokenLink(seal);
    if (broken) this.problems.add({ ...broken, seal: String(seal.id) });
    const comparison = new SealComparison(seal, this.previousHash(seal));
    await this.compareEntries(seal, comparison);
    const { hash, problems } = comparison.finish();
    // One sentence about a seal is enough; entries are always named.
    if (!broken || problems.first.some(({ kind }) => kind !== 'altered_seal')) this.problems.addAll(problems);
    this.hashes = [seal.hash, hash];
    this.seals += 1;
    const { id: sealId, lastSeq } = seal;
    this.state = { sealId, lastSeq, hash: seal.hash, entries: this.state.entries + BigInt(seal.entries) };
    this.checkpoints.compare(this.state);
  }

  private brokenLink(seal: ActivitySeal): { kind: 'missing_seals' | 'altered_seal'; message: string } | undefined {
    const { sealId, lastSeq } = this.state;
    if (seal.id !== sealId + 1n) {
      const gone = seal.id === sealId + 2n ? `Seal ${sealId + 1n} is missing` : `The seals ${sealId + 1n} to ${seal.id - 1n} are missing`;
      return { kind: 'missing_seals', message: `${gone}, with all that they hold.` };
    }
    const altered = (how: string) => ({ kind: 'altered_seal' as const, message: `Seal ${seal.id} was altered, or the one before it: ${how}.` });
    if (seal.firstSeq !== lastSeq + 1n) return altered('it does not begin where the one before it ends');
    if (!this.hashes.some((hash) => hash.equals(seal.previousHash))) return altered('it does not name the hash of the one before it');
    if (seal.entryHashes.length !== seal.entries * PREFIX_BYTES) return altered('its list of entries has another length than it says');
    return undefined;
  }

  /** Where the link is broken there is nothing better than what the seal itself says. */
  private previousHash(seal: ActivitySeal): Buffer {
    const isNext = seal.id === this.state.sealId + 1n;
    return isNext ? (this.hashes.find((hash) => hash.equals(seal.previousHash)) ?? this.hashes[0] ?? seal.previousHash) : seal.previousHash;
  }

  private async compareEntries(seal: ActivitySeal, comparison: SealComparison): Promise<void> {
    let next = seal.firstSeq;
    for (;;) {
      const page = await this.repository.entries(this.tx, next, seal.lastSeq, ENTRIES_PER_PAGE);
      for (const entry of page) comparison.add(entry);
      this.entries += page.length;
      const last = page.at(-1);
      if (!last || page.length < ENTRIES_PER_PAGE) return;
      next = BigInt(last.seq) + 1n;
    }
  }
}
