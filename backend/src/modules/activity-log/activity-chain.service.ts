import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { fingerprint } from './activity-checkpoint';
import { ActivityCheckpointRepository } from './activity-checkpoint.repository';
import { ActivityCheckpoints } from './activity-checkpoints.service';
import { readableInstant } from './activity-entry';
import { BEGINNING, ChainState } from './activity-seal';
import { ActivitySealRepository, Unsealed } from './activity-seal.repository';
import { ChainProblems, ChainReport } from './chain-report';
import { ChainWalk } from './chain-walk';
import { CheckpointReview } from './checkpoint-review';

export interface ChainCheck {
  /** Begin at the newest checkpoint and trust it for everything before. */
  fromCheckpoint?: boolean;
  /** Fingerprints of further public keys whose checkpoints count, e.g. of keys that are no longer in ENCRYPTION_KEYS. */
  trustedKeys?: readonly string[];
}

/** Sealing runs every minute and waits for open transactions some seconds at most. */
const SEALED_WITHIN_MS = 15 * 60_000;

/**
 * Recomputes the log's chain of seals and holds it against the signed checkpoints. It reads one snapshot and changes nothing: the right to
 * read the log is enough.
 */
@Injectable()
export class ActivityChain {
  constructor(
    private readonly database: Database,
    private readonly seals: ActivitySealRepository,
    private readonly checkpoints: ActivityCheckpointRepository,
    private readonly signing: ActivityCheckpoints,
    private readonly clock: Clock,
  ) {}

  /** Reads the log in pages, in constant memory. @throws only when Postgres cannot be asked; what is wrong is in the report */
  verify(check: ChainCheck = {}): Promise<ChainReport> {
    return this.database.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      const problems = new ChainProblems();
      const trustedKeys = [this.publicKey, ...(check.trustedKeys ?? [])];
      const review = new CheckpointReview(await this.checkpoints.all(tx), trustedKeys, problems);
      const start = check.fromCheckpoint ? await this.fromNewest(tx, review) : await this.fromFirstSeal(tx, review);
      const walk = new ChainWalk(tx, this.seals, review, problems, start ?? BEGINNING);
      if (!check.fromCheckpoint) await walk.checkBefore();
      await walk.run();
      review.compareEnd(walk.state.sealId);
      const unsealed = await this.unsealed(tx, walk.state, problems);
      return {
        ok: problems.none,
        from_checkpoint: start?.month ?? null,
        entries: walk.entries + unsealed.entries,
        sealed: walk.entries,
        unsealed: unsealed.entries,
        seals: walk.seals,
        checkpoints: review.count,
        public_key: this.publicKey,
        head: headOf(walk.state),
        problems: problems.first,
        further_problems: problems.further,
      };
    });
  }

  private get publicKey(): string {
    return fingerprint(this.signing.key.publicKey);
  }

  private async fromNewest(tx: Queryable, review: CheckpointReview): Promise<(ChainState & { month: string }) | undefined> {
    const start = review.newest;
    if (!start) return undefined;
    const seal = await this.seals.find(tx, start.sealId);
    if (seal) review.compare({ sealId: seal.id, lastSeq: seal.lastSeq, hash: seal.hash, entries: start.entries });
    else review.checkRemoval(start, this.clock.now());
    return start;
  }

  /** What lies before the first seal was removed with time: the chain then starts from the checkpoint that was kept. */
  private async fromFirstSeal(tx: Queryable, review: CheckpointReview): Promise<(ChainState & { month: string }) | undefined> {
    const [first] = await this.seals.after(tx, 0n, 1);
    const start = first && review.before(first.id);
    if (start) review.checkRemoval(start, this.clock.now());
    return start;
  }

  private async unsealed(tx: Queryable, state: ChainState, problems: ChainProblems): Promise<Unsealed> {
    const unsealed = await this.seals.unsealed(tx, state.lastSeq);
    const oldest = unsealed.oldestAt;
    if (oldest !== null && !(Number(oldest) / 1_000 > this.clock.now().getTime() - SEALED_WITHIN_MS)) {
      const at = readableInstant(oldest);
      const message = `The entries after number ${state.lastSeq} have waited for a seal since ${at}: either no worker runs, or a seal was taken away.`;
      problems.add({ kind: 'not_sealed_in_time', message, at });
    }
    return unsealed;
  }
}

function headOf({ sealId, lastSeq, hash }: ChainState): ChainReport['head'] {
  return sealId === 0n ? null : { seal: String(sealId), last_seq: String(lastSeq), hash: hash.toString('hex') };
}
