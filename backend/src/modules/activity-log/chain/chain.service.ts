import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Queryable, statement } from '../../../common/database/database';
import { Work, Works } from '../../../common/work/work';
import { ActivityEntry, readableInstant } from '../activity-entry';
import { EntryMarks } from '../entry-marks.service';
import { ChainProblem, ChainProblems, ChainReport } from './chain-report';
import { fingerprint } from './checkpoint';
import { EntryAuthors } from './entry-authors';
import { CheckpointReview } from './checkpoint-review';
import { ActivityCheckpointRepository } from './checkpoint.repository';
import { ActivityCheckpoints } from './checkpoints.service';
import { ActivitySeal, BEGINNING, ChainState, PREFIX_BYTES } from './seal';
import { SealComparison } from './seal-comparison';
import { ActivitySealRepository, MarkedSeal, Unsealed } from './seal.repository';
import { compareWitnessed } from './witnessed-seals';

const ENTRIES_PER_PAGE = 1_000;
const SEALS_PER_PAGE = 50;
const SMALLEST_NUMBER = -(2n ** 63n);
const LARGEST_NUMBER = 2n ** 63n - 1n;
/** Clocks of several machines differ, and a busy database keeps an entry waiting: by far less than this. */
const MISDATED_BY_MICROS = 15 * 60 * 1_000_000;

/** Goes along the chain, seal after seal, in pages. After something wrong it takes up the thread again and goes on. */
class ChainWalk {
  seals = 0;
  entries = 0;
  /** What the next seal may name as the hash before it: the one that is written there, and the one that should be. */
  private hashes: readonly Buffer[];
  /** The latest moment that an entry was written at, in microseconds. */
  private latest = -Infinity;

  constructor(
    private readonly tx: Queryable,
    private readonly repository: ActivitySealRepository,
    private readonly checkpoints: CheckpointReview,
    private readonly authors: EntryAuthors,
    private readonly problems: ChainProblems,
    public state: ChainState,
  ) {
    this.hashes = [state.hash];
  }

  async run(): Promise<void> {
    let page: MarkedSeal[];
    do {
      page = await this.repository.listSealsAfter(this.tx, this.state.seal_id, SEALS_PER_PAGE);
      for (const seal of page) await this.check(seal);
    } while (page.length === SEALS_PER_PAGE);
  }

  /** Entries with numbers from before the chain begins can only have been put there later. */
  async checkBefore(): Promise<void> {
    for (const { seq, id, at } of await this.repository.listEntries(this.tx, SMALLEST_NUMBER, this.state.last_seq, ENTRIES_PER_PAGE)) {
      const instant = readableInstant(at);
      const message = `Entry ${seq} (${id}, ${instant}) was added before the beginning of the log.`;
      this.problems.add({ kind: 'added_entry', message, seq, id, at: instant });
    }
  }

  private async check(seal: MarkedSeal): Promise<void> {
    const broken = this.brokenLink(seal);
    if (broken) this.problems.add({ ...broken, seal: String(seal.id) });
    const comparison = new SealComparison(seal, this.previousHash(seal));
    await this.compareEntries(seal, comparison);
    const { hash, problems } = comparison.finish();
    // One sentence about a seal is enough; entries are always named.
    if (!broken || problems.first.some(({ kind }) => kind !== 'altered_seal')) this.problems.addAll(problems.first, problems.counts);
    this.authors.report(new Set(problems.first.map(({ seq }) => seq)));
    if (!broken && problems.none && this.isUnsigned(seal) && !this.repository.isGenuine(seal)) this.problems.add(notOurs(seal));
    this.hashes = [seal.hash, hash];
    this.seals += 1;
    const { id: seal_id, last_seq } = seal;
    this.state = { seal_id, last_seq, hash: seal.hash, entries: this.state.entries + BigInt(seal.entries) };
    this.checkpoints.compare(this.state);
  }

  /** What was signed needs no mark. */
  private isUnsigned({ id }: ActivitySeal): boolean {
    return id > (this.checkpoints.newest?.seal_id ?? 0n);
  }

  /** Entries are numbered as they are written: one that says an earlier time than those before it, or a later one than its seal, does not say when it was written. */
  private checkTime({ seq, id, at }: ActivityEntry, seal: ActivitySeal): void {
    const moment = Number(at);
    if (moment >= this.latest - MISDATED_BY_MICROS && moment <= Number(seal.sealed_at) + MISDATED_BY_MICROS) {
      this.latest = Math.max(this.latest, moment);
      return;
    }
    const instant = readableInstant(at);
    const message = `Entry ${seq} (${id}) says that it was written at ${instant}, which does not fit the entries before it and its seal ${seal.id}.`;
    this.problems.add({ kind: 'misdated_entry', message, seal: String(seal.id), seq, id, at: instant });
  }

  private brokenLink(seal: ActivitySeal): { kind: 'missing_seals' | 'altered_seal'; message: string } | undefined {
    const { seal_id, last_seq } = this.state;
    if (seal.id !== seal_id + 1n) {
      const gone = seal.id === seal_id + 2n ? `Seal ${seal_id + 1n} is missing` : `The seals ${seal_id + 1n} to ${seal.id - 1n} are missing`;
      return { kind: 'missing_seals', message: `${gone}, with all that they hold.` };
    }
    const altered = (how: string) => ({ kind: 'altered_seal' as const, message: `Seal ${seal.id} was altered, or the one before it: ${how}.` });
    if (seal.first_seq !== last_seq + 1n) return altered('it does not begin where the one before it ends');
    if (!this.hashes.some((hash) => hash.equals(seal.previous_hash))) return altered('it does not name the hash of the one before it');
    if (seal.entry_hashes.length !== seal.entries * PREFIX_BYTES) return altered('its list of entries has another length than it says');
    return undefined;
  }

  /** Where the link is broken there is nothing better than what the seal itself says. */
  private previousHash(seal: ActivitySeal): Buffer {
    const isNext = seal.id === this.state.seal_id + 1n;
    return isNext ? (this.hashes.find((hash) => hash.equals(seal.previous_hash)) ?? this.hashes[0] ?? seal.previous_hash) : seal.previous_hash;
  }

  private async compareEntries(seal: ActivitySeal, comparison: SealComparison): Promise<void> {
    let next = seal.first_seq;
    for (;;) {
      const page = await this.repository.listMarkedEntries(this.tx, next, seal.last_seq, ENTRIES_PER_PAGE);
      for (const entry of page) {
        comparison.add(entry);
        if (seal.id > this.checkpoints.signedElsewhere) this.authors.add(entry);
        this.checkTime(entry, seal);
      }
      this.entries += page.length;
      const last = page.at(-1);
      if (!last || page.length < ENTRIES_PER_PAGE) return;
      next = BigInt(last.seq) + 1n;
    }
  }
}

/** Entries that wait for their seal are looked at like those that have one. */
async function checkUnsealed(work: Work, seals: ActivitySealRepository, authors: EntryAuthors, after: bigint): Promise<void> {
  let last: bigint | undefined = after;
  while (last !== undefined) {
    const page = await seals.listMarkedEntries(work.tx, last + 1n, LARGEST_NUMBER, ENTRIES_PER_PAGE);
    for (const entry of page) authors.add(entry);
    last = page.length === ENTRIES_PER_PAGE ? BigInt(page.at(-1)?.seq ?? 0) : undefined;
  }
  authors.report();
}

function notOurs({ id }: ActivitySeal): ChainProblem {
  return { kind: 'altered_seal', message: `Seal ${id} was not made by this product, or before its seals were marked: whoever made it could have changed what it seals.`, seal: String(id) };
}

export interface ChainCheck {
  /** Begin at the newest checkpoint and trust it for everything before. */
  fromCheckpoint?: boolean;
  /** Fingerprints of further public keys whose checkpoints count, e.g. of the installation that this log was moved from. */
  trustedKeys?: readonly string[];
  /** Hashes of seals, in hex and by their numbers, as a log of the worker that is kept elsewhere tells them. */
  witnessed?: ReadonlyMap<string, string>;
}

/** Sealing runs every minute and waits for open transactions some seconds at most. */
const SEALED_WITHIN_MS = 15 * 60_000;

const ONE_SNAPSHOT = statement('activity-one-snapshot', 'set transaction isolation level repeatable read, read only');

/**
 * Recomputes the log's chain of seals and holds it against the signed checkpoints. It reads one snapshot and changes nothing: the right to
 * read the log is enough.
 */
@Injectable()
export class ActivityChain {
  constructor(
    private readonly works: Works,
    private readonly seals: ActivitySealRepository,
    private readonly checkpoints: ActivityCheckpointRepository,
    private readonly signing: ActivityCheckpoints,
    private readonly marks: EntryMarks,
  ) {}

  /** Reads the log in pages, in constant memory. @throws only when Postgres cannot be asked; what is wrong is in the report */
  verify(check: ChainCheck = {}): Promise<ChainReport> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(ONE_SNAPSHOT);
      const problems = new ChainProblems();
      const trustedKeys = [this.publicKey, ...(check.trustedKeys ?? [])];
      const review = new CheckpointReview(await this.checkpoints.listCheckpoints(work.tx), trustedKeys, problems);
      const start = check.fromCheckpoint ? await this.fromNewest(work, review) : await this.fromFirstSeal(work, review);
      const authors = new EntryAuthors(this.marks, await this.marks.findUnmarkedUpTo(work.tx), problems);
      const walk = new ChainWalk(work.tx, this.seals, review, authors, problems, start ?? BEGINNING);
      if (!check.fromCheckpoint) await walk.checkBefore();
      await walk.run();
      review.compareEnd(walk.state.seal_id);
      await checkUnsealed(work, this.seals, authors, walk.state.last_seq);
      if (check.witnessed) await compareWitnessed(work.tx, this.seals, check.witnessed, problems);
      const unsealed = await this.unsealed(work, walk.state, problems);
      return {
        ok: problems.none,
        from_checkpoint: start?.month ?? null,
        entries: walk.entries + unsealed.entries,
        sealed: walk.entries,
        unsealed: unsealed.entries,
        unmarked: authors.unmarked,
        seals: walk.seals,
        checkpoints: review.count,
        public_key: this.publicKey,
        head: headOf(walk.state),
        problems: problems.first,
        further_problems: problems.further,
        problem_counts: problems.counts,
      };
    });
  }

  private get publicKey(): string {
    return fingerprint(this.signing.key.publicKey);
  }

  private async fromNewest(work: Work, review: CheckpointReview): Promise<(ChainState & { month: string }) | undefined> {
    const start = review.newest;
    if (!start) return undefined;
    const seal = await this.seals.findSeal(start.seal_id, work.tx);
    if (seal) review.compare({ seal_id: seal.id, last_seq: seal.last_seq, hash: seal.hash, entries: start.entries });
    else review.checkRemoval(start, work.now());
    return start;
  }

  /** What lies before the first seal was removed with time: the chain then starts from the checkpoint that was kept. */
  private async fromFirstSeal(work: Work, review: CheckpointReview): Promise<(ChainState & { month: string }) | undefined> {
    const [first] = await this.seals.listSealsAfter(work.tx, 0n, 1);
    const start = first && review.before(first.id);
    if (start) review.checkRemoval(start, work.now());
    return start;
  }

  private async unsealed(work: Work, state: ChainState, problems: ChainProblems): Promise<Unsealed> {
    const unsealed = await this.seals.findUnsealed(work.tx, state.last_seq);
    const oldest = unsealed.oldest_at;
    if (oldest !== null && !(Number(oldest) / 1_000 > work.now().getTime() - SEALED_WITHIN_MS)) {
      const at = readableInstant(oldest);
      const message = `The entries after number ${state.last_seq} have waited for a seal since ${at}: either no worker runs, or a seal was taken away.`;
      problems.add({ kind: 'not_sealed_in_time', message, at });
    }
    return unsealed;
  }
}

function headOf({ seal_id, last_seq, hash }: ChainState): ChainReport['head'] {
  return seal_id === 0n ? null : { seal: String(seal_id), last_seq: String(last_seq), hash: hash.toString('hex') };
}
