import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../../../common/clock/clock';
import { Database } from '../../../common/database/database';
import { PermanentFailure } from '../../../common/jobs/job';
import { ActivitySeal, BEGINNING, ENTRIES_PER_SEAL, sealEntries } from './seal';
import { ActivitySealRepository, Horizon } from './seal.repository';
import { ActivityWitness } from './witness';

const LOOK_EVERY_MS = 200;

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
  private horizon: Horizon | undefined;
  /** The newest seal that this worker knows: nobody takes it out of the database, or changes it, unnoticed. */
  private known: Pick<ActivitySeal, 'id' | 'hash'> | undefined;

  constructor(
    private readonly database: Database,
    private readonly seals: ActivitySealRepository,
    private readonly witness: ActivityWitness,
    private readonly clock: Clock,
  ) {}

  /**
   * Seals everything that is final. Any number of workers may call it at once.
   * @param waitMs how long to wait for transactions that are still open
   * @throws PermanentFailure when a seal that was there is gone or is another one
   */
  async run(waitMs: number): Promise<SealingRun> {
    await this.assertKnownSeal();
    const until = performance.now() + waitMs;
    const done: SealingRun = { entries: 0, seals: 0, complete: false };
    // What an earlier run could not wait for is nearer to its end than what is written now.
    if (this.horizon && (await this.seals.isFinal(this.database, this.horizon))) await this.sealUpTo(this.horizon, done);
    this.horizon ??= await this.seals.horizon(this.database);
    while (!(await this.seals.isFinal(this.database, this.horizon))) {
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
    }
    this.horizon = undefined;
  }

  /** @returns undefined when there is nothing to seal up to that number, or another worker is at it */
  private async sealBatch(upTo: bigint): Promise<ActivitySeal | undefined> {
    const sealed = await this.database.transaction(async (tx) => {
      if (!(await this.seals.lock(tx))) return undefined;
      const last = await this.seals.last(tx);
      const previous = last ? { sealId: last.id, lastSeq: last.lastSeq, hash: last.hash } : BEGINNING;
      const entries = await this.seals.entries(tx, previous.lastSeq + 1n, upTo, ENTRIES_PER_SEAL);
      if (entries.length === 0) return undefined;
      const seal = sealEntries(previous, entries, this.clock.now());
      await this.seals.add(tx, seal);
      return seal;
    });
    if (sealed) this.known = sealed;
    return sealed;
  }

  private async assertKnownSeal(): Promise<void> {
    if (this.known) {
      const present = await this.seals.find(this.database, this.known.id);
      if (!present?.hash.equals(this.known.hash))
        throw new PermanentFailure(
          `Seal ${this.known.id} of the activity log is gone or was changed since it was made. Run \`npm run audit:verify\`; sealing goes on after a restart of the worker.`,
        );
    }
    this.known = (await this.seals.last(this.database)) ?? this.known;
  }
}
