import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable } from '../../../common/database/database';
import { ActivityCheckpoint, CheckpointKey, endOfMonth, monthAfter } from './checkpoint';
import { ActivityCheckpointRepository } from './checkpoint.repository';
import { ActivityWitness } from './witness';

/** Nothing that was done within a month is still being written so long after its end. */
const SETTLED_AFTER = { hours: 1 };

/** Signs each month of the log once it is over and sealed, so that six years' retention can let the beginning go and keep the chain. */
@Injectable()
export class ActivityCheckpoints {
  private signingKey: CheckpointKey | undefined;

  constructor(
    private readonly database: Database,
    private readonly repository: ActivityCheckpointRepository,
    private readonly keys: KeyRing,
    private readonly witness: ActivityWitness,
    private readonly clock: Clock,
  ) {}

  /** @returns how many months were signed */
  async signPastMonths(): Promise<number> {
    let signed = 0;
    for (let checkpoint = await this.signNext(); checkpoint; checkpoint = await this.signNext()) {
      signed += 1;
      this.witness.signed(checkpoint);
    }
    return signed;
  }

  /** This installation's key: it follows from the oldest of ENCRYPTION_KEYS and outlives their rotation. */
  get key(): CheckpointKey {
    this.signingKey ??= new CheckpointKey(this.keys.derive('activity-checkpoint'));
    return this.signingKey;
  }

  private signNext(): Promise<ActivityCheckpoint | undefined> {
    return this.database.transaction(async (tx) => {
      const previous = (await this.repository.all(tx)).at(-1);
      const month = previous ? monthAfter(previous.month) : await this.repository.firstMonth(tx);
      if (month === null) return undefined;
      const end = endOfMonth(month);
      if (this.clock.now() < end.plus(SETTLED_AFTER).toJSDate()) return undefined;
      if (await this.repository.hasUnsealedBefore(tx, end.toJSDate())) return undefined;
      const checkpoint = await this.make(tx, month, previous);
      if (checkpoint) await this.repository.add(tx, checkpoint);
      return checkpoint;
    });
  }

  /** A month in which nothing happened stands where the month before it stood. */
  private async make(tx: Queryable, month: string, previous: ActivityCheckpoint | undefined): Promise<ActivityCheckpoint | undefined> {
    const found = await this.repository.sealOfLastEntry(tx, endOfMonth(month).toJSDate());
    const seal = previous && (!found || found.sealId < previous.sealId) ? previous : found;
    if (!seal) return undefined;
    const { sealId, lastSeq, hash } = seal;
    const entries = (previous?.entries ?? 0n) + (await this.repository.entriesBetween(tx, previous?.sealId ?? 0n, sealId));
    return this.key.sign({ month, sealId, lastSeq, hash, entries, createdAt: String(this.clock.now().getTime() * 1_000) });
  }
}
