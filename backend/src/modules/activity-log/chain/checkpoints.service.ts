import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Work, Works } from '../../../common/work/work';
import { ActivityCheckpoint, CheckpointKey, endOfMonth, isSigned, monthAfter } from './checkpoint';
import { ActivityCheckpointRepository } from './checkpoint.repository';
import { ActivityWitness } from './witness.service';

/** Nothing that was done within a month is still being written so long after its end. */
const SETTLED_AFTER = { hours: 1 };

/** Signs each month of the log once it is over and sealed, so that six years' retention can let the beginning go and keep the chain. */
@Injectable()
export class ActivityCheckpoints {
  private signingKey: CheckpointKey | undefined;

  constructor(
    private readonly works: Works,
    private readonly repository: ActivityCheckpointRepository,
    private readonly keys: KeyRing,
    private readonly witness: ActivityWitness,
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

  /** This installation's key: it follows from the installation's secret and outlives the rotation of encryption keys. */
  get key(): CheckpointKey {
    this.signingKey ??= new CheckpointKey(this.keys.derive('activity-checkpoint'));
    return this.signingKey;
  }

  private async signNext(): Promise<ActivityCheckpoint | undefined> {
    let foreign: ActivityCheckpoint[] = [];
    const signed = await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const all = await this.repository.listCheckpoints(work.tx);
      const previous = all.findLast((checkpoint) => this.isOwn(checkpoint));
      foreign = all.filter((checkpoint) => !(previous && checkpoint.month <= previous.month) && !this.isOwn(checkpoint));
      const month = await this.findNextMonth(work, foreign, previous);
      if (month === null) return undefined;
      const end = endOfMonth(month);
      const settled = end.plus(SETTLED_AFTER).toJSDate();
      if (work.now() < settled) return undefined;
      if (await this.repository.hasUnsealedBefore(work.tx, end.toJSDate(), settled)) return undefined;
      const checkpoint = await this.make(work, month, previous);
      if (checkpoint) await this.repository.addCheckpoint(work.tx, checkpoint);
      return checkpoint;
    });
    for (const { month } of foreign) await this.witness.alarm(`The checkpoint of ${month ?? 'no month'} in the activity log was not signed by this installation. Run \`npm run audit:verify\`.`);
    return signed;
  }

  /** A row with another signature, for whatever month, holds nothing up: its month is passed over, and it is told of. */
  private async findNextMonth(work: Work, foreign: readonly ActivityCheckpoint[], previous: ActivityCheckpoint | undefined): Promise<string | null> {
    let month = previous ? monthAfter(previous.month) : await this.repository.findFirstMonth(work.tx, work.now());
    while (month !== null && foreign.some((checkpoint) => checkpoint.month === month)) month = monthAfter(month);
    return month;
  }

  private isOwn(checkpoint: ActivityCheckpoint): boolean {
    return checkpoint.public_key.equals(this.key.publicKey) && isSigned(checkpoint);
  }

  /** A month in which nothing happened stands where the month before it stood. */
  private async make(work: Work, month: string, previous: ActivityCheckpoint | undefined): Promise<ActivityCheckpoint | undefined> {
    const found = await this.repository.findSealOfLastEntry(work.tx, endOfMonth(month).toJSDate());
    const seal = previous && (!found || found.seal_id < previous.seal_id) ? previous : found;
    if (!seal) return undefined;
    const { seal_id, last_seq, hash } = seal;
    const entries = (previous?.entries ?? 0n) + (await this.repository.countEntriesBetween(work.tx, previous?.seal_id ?? 0n, seal_id));
    return this.key.sign({ month, seal_id, last_seq, hash, entries, created_at: String(work.now().getTime() * 1_000) });
  }
}
