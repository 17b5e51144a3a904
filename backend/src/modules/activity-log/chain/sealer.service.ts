import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Queryable } from '../../../common/database/database';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { Measured, Measures } from '../../../common/metrics/metrics';
import { Turns } from '../../../common/limits/turns';
import { Works } from '../../../common/work/work';
import { ActivityCheckpoints } from './checkpoints.service';
import { ActivitySeal, BEGINNING, ENTRIES_PER_SEAL, sealEntries } from './seal';
import { KnownSeal, SealMemory } from './seal-memory';
import { ActivitySealRepository, Horizon } from './seal.repository';
import { ActivityWitness } from './witness.service';

/** Few tries: the next round comes within the minute. */
const sealActivity = job<Record<string, never>>('maintenance', 'seal-activity', { attempts: 3, everyMs: 60_000 });

const LOOK_EVERY_MS = 200;
/** Longer than the application lets a transaction live. */
const WAIT_FOR_WRITERS_MS = 20_000;
/** What somebody waits for their answer; the worker seals what could not be sealed by then. */
const WAIT_AT_ONCE_MS = 2_000;

/** What one run did. */
export interface SealingRun {
  entries: number;
  seals: number;
  /** False when somebody's transaction was still open; the next run goes on from there. */
  complete: boolean;
}

/**
 * Seals the log in batches. Entries are numbered when they are written and seen when they are committed, which may be in another order:
 * a run looks how far the log goes, waits until everybody who could still add something before that has ended, and seals up to there.
 */
@Injectable()
export class ActivitySealer {
  private readonly turns = new Turns();
  private horizon: Horizon | undefined;
  /** The newest seal that this worker knows: nobody takes it out of the database, or changes it, unnoticed. */
  private known: KnownSeal | undefined;
  /** The hash of the last seal that follows from its entries. */
  private followed: Buffer | undefined;

  constructor(
    private readonly works: Works,
    private readonly seals: ActivitySealRepository,
    private readonly checkpoints: ActivityCheckpoints,
    private readonly witness: ActivityWitness,
    private readonly memory: SealMemory,
  ) {}

  @Measures('worker', 'attune_log_unsealed_seconds', 'For how long the oldest entry of the activity log has waited for its seal')
  async unsealed(): Promise<Measured[]> {
    return [{ labels: {}, value: await this.seals.unsealedFor() }];
  }

  /** One round of the worker. */
  @Handles(sealActivity)
  async sealAndSign(): Promise<void> {
    await this.run(WAIT_FOR_WRITERS_MS);
    await this.checkpoints.signPastMonths();
  }

  /**
   * Seals everything that is final. Any number of workers may call it at once.
   * @param waitMs how long to wait for transactions that are still open
   * @throws PermanentFailure when a seal that was there is gone or is another one
   */
  run(waitMs: number): Promise<SealingRun> {
    return this.turns.take(['seal'], () => this.runAlone(waitMs));
  }

  /** Seals what was just written, so that nobody takes it out unnoticed within the minute; what is wrong with the chain is told, and stops nobody. */
  async sealAtOnce(): Promise<void> {
    await this.run(WAIT_AT_ONCE_MS).catch((error: Error) => this.witness.alarm(`The activity log could not be sealed at once: ${error.message}`));
  }

  private async runAlone(waitMs: number): Promise<SealingRun> {
    await this.assertKnownSeal();
    const until = performance.now() + waitMs;
    const done: SealingRun = { entries: 0, seals: 0, complete: false };
    // What an earlier run could not wait for is nearer to its end than what is written now.
    if (this.horizon && (await this.seals.isFinal(this.horizon))) await this.sealUpTo(this.horizon, done);
    this.horizon ??= await this.seals.findHorizon();
    while (!(await this.seals.isFinal(this.horizon))) {
      if (performance.now() >= until) return done;
      await pause(LOOK_EVERY_MS);
    }
    await this.sealUpTo(this.horizon, done);
    return { ...done, complete: true };
  }

  private async sealUpTo(horizon: Horizon, done: SealingRun): Promise<void> {
    for (let seal = await this.sealBatch(horizon.seq); seal; seal = await this.sealBatch(horizon.seq)) {
      done.entries += seal.entries;
      done.seals += 1;
      this.witness.sealed(seal);
      await this.memory.remember(seal);
    }
    this.horizon = undefined;
  }

  /** @returns undefined when there is nothing to seal up to that number, or another worker is at it */
  private async sealBatch(upTo: bigint): Promise<ActivitySeal | undefined> {
    let foreign: ActivitySeal | undefined;
    const sealed = await this.works.begin(SYSTEM_ACTOR, async ({ tx, now }) => {
      if (!(await this.seals.lockChain(tx))) return undefined;
      const last = await this.seals.findLastSeal(tx);
      if (last && !(await this.follows(last, tx))) foreign = last;
      const previous = last ? { seal_id: last.id, last_seq: last.last_seq, hash: last.hash } : BEGINNING;
      const entries = await this.seals.listEntries(tx, previous.last_seq + 1n, upTo, ENTRIES_PER_SEAL);
      if (entries.length === 0) return undefined;
      const seal = sealEntries(previous, entries, now());
      await this.seals.addSeal(tx, seal);
      return seal;
    });
    if (foreign) await this.witness.alarm(`Seal ${foreign.id} of the activity log does not follow from its entries: somebody wrote into the log. Run \`npm run audit:verify\`.`);
    if (sealed) {
      this.known = sealed;
      this.followed = sealed.hash;
    }
    return sealed;
  }

  /**
   * A seal that no sealer made, or whose entries were changed, is told of; what can be sealed after it is. One that says to cover numbers which
   * nobody has drawn yet leaves nothing to seal.
   */
  private async follows(last: ActivitySeal, tx: Queryable): Promise<boolean> {
    if (last.hash.equals(this.followed ?? BEGINNING.hash)) return true;
    if (!(await this.isMade(last, tx))) return false;
    this.followed = last.hash;
    return true;
  }

  private async isMade(last: ActivitySeal, tx: Queryable): Promise<boolean> {
    const before = await this.seals.findSeal(last.id - 1n, tx);
    const [first] = await this.seals.listSealsAfter(tx, 0n, 1);
    const entries = await this.seals.listEntries(tx, last.first_seq, last.last_seq, ENTRIES_PER_SEAL);
    if (entries.length === 0) return false;
    // Before the first one that six years have left is a checkpoint; its hash is in the seal.
    const previous = { seal_id: last.id - 1n, last_seq: before?.last_seq ?? last.first_seq - 1n, hash: before?.hash ?? last.previous_hash };
    const isLinked = before !== undefined || first?.id === last.id;
    return isLinked && sealEntries(previous, entries, new Date(Number(last.sealed_at) / 1_000)).hash.equals(last.hash);
  }

  private async assertKnownSeal(): Promise<void> {
    if (!this.known) await this.tellOfCutEnd();
    else this.known = await this.newestKnown(this.known);
    if (this.known) {
      if (!(await this.isThere(this.known))) {
        const reason = `Seal ${this.known.id} of the activity log is gone or was changed since it was made. Run \`npm run audit:verify\`; sealing goes on after a restart of the worker.`;
        await this.witness.alarm(reason);
        throw new PermanentFailure(reason);
      }
    }
    this.known = (await this.seals.findLastSeal()) ?? this.known;
  }

  /** An emergency access is sealed by the API, which may not seal again for months: what it made is held against the database here. */
  private async newestKnown(known: KnownSeal): Promise<KnownSeal> {
    const remembered = await this.memory.recall();
    return remembered && remembered.id > known.id ? remembered : known;
  }

  /** What this machine sealed before its last restart. It is told once: a database that was restored from a backup goes on. */
  private async tellOfCutEnd(): Promise<void> {
    const before = await this.memory.recall();
    if (!before || (await this.isThere(before))) return;
    const newest = await this.seals.findLastSeal();
    if (newest && before.id < newest.id && !(await this.seals.findSeal(before.id - 1n))) return;
    await this.witness.alarm(
      `Seal ${before.id} of the activity log, which was made here before the last restart, is gone or another one: what was written up to then was taken out, or an earlier database was put back. Run \`npm run audit:verify -- --witness\` with the worker’s log of then.`,
    );
    if (newest) await this.memory.remember(newest);
  }

  private async isThere({ id, hash }: KnownSeal): Promise<boolean> {
    return (await this.seals.findSeal(id))?.hash.equals(hash) ?? false;
  }
}
