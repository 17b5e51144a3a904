import { ChainProblem, ChainProblems } from './chain-report';
import { ActivityCheckpoint, fingerprint, isPastRetention, isSigned, monthAfter } from './checkpoint';
import { ChainState } from './seal';

/** Holds the chain against what was signed. Checkpoints whose signature does not count are reported and then left aside. */
export class CheckpointReview {
  private readonly signed: readonly ActivityCheckpoint[];

  /** @param trustedKeys fingerprints of the keys whose signatures count, this installation's first */
  constructor(
    all: readonly ActivityCheckpoint[],
    private readonly trustedKeys: readonly string[],
    private readonly problems: ChainProblems,
  ) {
    this.signed = all.filter((checkpoint) => this.isTrusted(checkpoint, trustedKeys));
    for (const [index, { month }] of this.signed.entries()) {
      const previous = this.signed[index - 1];
      if (previous && monthAfter(previous.month) !== month)
        this.report('missing_checkpoint', `The checkpoints between ${previous.month} and ${month} are missing.`);
    }
  }

  get newest(): ActivityCheckpoint | undefined {
    return this.signed.at(-1);
  }

  /** The last seal that another installation signed, whose marks nobody here can check. */
  get signedElsewhere(): bigint {
    return this.signed.findLast(({ public_key }) => fingerprint(public_key) !== this.trustedKeys[0])?.seal_id ?? 0n;
  }

  get count(): number {
    return this.signed.length;
  }

  /** The checkpoint after which the first seal that is left follows. */
  before(firstSeal: bigint): ActivityCheckpoint | undefined {
    return this.signed.findLast(({ seal_id }) => seal_id === firstSeal - 1n);
  }

  /** The chain has come to a seal: is that what was signed there? */
  compare(state: ChainState): void {
    for (const { month, seal_id, last_seq, entries, hash } of this.signed) {
      if (seal_id !== state.seal_id) continue;
      if (hash.equals(state.hash) && last_seq === state.last_seq && entries === state.entries) continue;
      this.report('not_as_signed', `The log up to seal ${seal_id} is not the one that was signed for ${month}.`, seal_id);
    }
  }

  /** The chain is at its end: was more of it signed? */
  compareEnd(lastSeal: bigint): void {
    const beyond = this.signed.find(({ seal_id }) => seal_id > lastSeal);
    if (!beyond) return;
    const message = `The log ends with seal ${lastSeal}, but ${beyond.month} was signed up to seal ${beyond.seal_id}: its end was cut off.`;
    this.report('missing_seals', message, lastSeal + 1n);
  }

  /** Everything up to a checkpoint is gone: was it old enough? */
  checkRemoval({ month, seal_id }: ActivityCheckpoint, now: Date): void {
    if (isPastRetention(month, now)) return;
    this.report('removed_too_early', `The entries up to the checkpoint of ${month} are gone before their six years are over.`, seal_id);
  }

  private isTrusted(checkpoint: ActivityCheckpoint, trustedKeys: readonly string[]): boolean {
    const { month, seal_id, public_key } = checkpoint;
    if (!isSigned(checkpoint)) {
      this.report('altered_checkpoint', `The checkpoint of ${month} was altered: its signature does not fit.`, seal_id);
      return false;
    }
    const key = fingerprint(public_key);
    if (trustedKeys.includes(key)) return true;
    this.report('foreign_key', `The checkpoint of ${month} is signed with the key ${key}, which is not this installation’s.`, seal_id);
    return false;
  }

  private report(kind: ChainProblem['kind'], message: string, seal?: bigint): void {
    this.problems.add({ kind, message, ...(seal === undefined ? {} : { seal: String(seal) }) });
  }
}
