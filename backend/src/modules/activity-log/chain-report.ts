/** What is wrong, by kind. */
export type ChainProblemKind =
  | 'altered_entry'
  | 'missing_entries'
  | 'added_entry'
  | 'altered_seal'
  | 'missing_seals'
  | 'altered_checkpoint'
  | 'not_as_signed'
  | 'missing_checkpoint'
  | 'foreign_key'
  | 'removed_too_early'
  | 'not_sealed_in_time';

/** One thing that is wrong with the log. Numbers are texts: they have 64 bits. */
export interface ChainProblem {
  kind: ChainProblemKind;
  /** A sentence for people; it names ids, numbers and times, never what an entry says. */
  message: string;
  seal?: string;
  /** The entry's number, id and time, where it is one entry. */
  seq?: string;
  id?: string;
  at?: string;
}

/** What a check of the whole chain saw. */
export interface ChainReport {
  ok: boolean;
  /** The month of the signed checkpoint that the check began with; null when it began with the first entry. */
  from_checkpoint: string | null;
  /** Entries that were read. */
  entries: number;
  sealed: number;
  unsealed: number;
  seals: number;
  checkpoints: number;
  /** SHA-256 of this installation's public key. */
  public_key: string;
  /** The newest seal: whoever notes it down can tell later that nothing was taken from the end. */
  head: { seal: string; last_seq: string; hash: string } | null;
  /** In the order of the log, the first hundred. */
  problems: ChainProblem[];
  further_problems: number;
}

const KEPT = 100;

/** Collects problems in constant memory. */
export class ChainProblems {
  readonly first: ChainProblem[] = [];
  further = 0;

  add(problem: ChainProblem): void {
    if (this.first.length < KEPT) this.first.push(problem);
    else this.further += 1;
  }

  addAll(others: ChainProblems): void {
    for (const problem of others.first) this.add(problem);
    this.further += others.further;
  }

  get none(): boolean {
    return this.first.length === 0;
  }
}
