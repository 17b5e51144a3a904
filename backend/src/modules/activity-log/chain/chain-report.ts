/** What is wrong, by kind. */
export type ChainProblemKind =
  | 'altered_entry'
  | 'missing_entries'
  | 'added_entry'
  | 'foreign_entry'
  | 'altered_seal'
  | 'missing_seals'
  | 'altered_checkpoint'
  | 'not_as_signed'
  | 'missing_checkpoint'
  | 'foreign_key'
  | 'removed_too_early'
  | 'not_sealed_in_time'
  | 'misdated_entry'
  | 'foreign_row'
  | 'foreign_rule'
  | 'missing_entry'
  | 'missing_notice';

/** One thing that is wrong with the log. Numbers are texts: they have 64 bits. */
export interface ChainProblem {
  kind: ChainProblemKind;
  /** A sentence for people; it names ids, numbers and times, never what an entry says. */
  message: string;
  seal?: string;
  /** The entry's number, id and time, where it is one entry; the id of a row elsewhere that is wrong. */
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
  /** Of those, the ones from before entries carried the product's mark. */
  unmarked: number;
  seals: number;
  checkpoints: number;
  /** SHA-256 of this installation's public key. */
  public_key: string;
  /** The newest seal: whoever notes it down can tell later that nothing was taken from the end. */
  head: { seal: string; last_seq: string; hash: string } | null;
  /** In the order of the log, the first of each kind: many of one kind hide none of another. */
  problems: ChainProblem[];
  further_problems: number;
  /** How many there are of each kind, shown or not. */
  problem_counts: ProblemCounts;
}

export type ProblemCounts = Partial<Record<ChainProblemKind, number>>;

/** Of each kind, and of each check that names it. */
const KEPT = 20;

/** Collects problems in constant memory. */
export class ChainProblems {
  readonly first: ChainProblem[] = [];
  readonly counts: ProblemCounts = {};
  private readonly kept = new Map<string, number>();

  constructor(private readonly most = KEPT) {}

  /** @param check whose kind it is: several ones name rows that nobody made */
  add(problem: ChainProblem, check = ''): void {
    const group = `${check} ${problem.kind}`;
    const kept = this.kept.get(group) ?? 0;
    if (kept < this.most) {
      this.first.push(problem);
      this.kept.set(group, kept + 1);
    }
    this.count(problem.kind, 1);
  }

  /** Those that are not named. */
  count(kind: ChainProblemKind, more: number): void {
    if (more > 0) this.counts[kind] = (this.counts[kind] ?? 0) + more;
  }

  /** @param counts how many there were, if only the first of them are left */
  addAll(problems: readonly ChainProblem[], counts: ProblemCounts): void {
    for (const problem of problems) this.add(problem);
    for (const [kind, total] of Object.entries(counts) as [ChainProblemKind, number][]) {
      this.count(kind, total - problems.filter((problem) => problem.kind === kind).length);
    }
  }

  get further(): number {
    return totalOf(this.counts) - this.first.length;
  }

  get none(): boolean {
    return totalOf(this.counts) === 0;
  }
}

const totalOf = (counts: ProblemCounts): number => Object.values(counts).reduce((total, each) => total + each, 0);

/** Kind by kind, the rarest first. */
function problemLines({ problems, problem_counts: counts }: ChainReport): string[] {
  const kinds = (Object.entries(counts) as [ChainProblemKind, number][]).sort(([, one], [, other]) => one - other);
  return kinds.flatMap(([kind, total]) => {
    const shown = problems.filter((problem) => problem.kind === kind);
    const further = total - shown.length;
    return [...shown.map(({ message }) => `  - ${message}`), ...(further > 0 ? [`  - and ${further.toLocaleString('en')} more of this kind (${kind})`] : [])];
  });
}

const count = (number: number, one: string, many = `${one}s`): string => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** A report as lines for a terminal. It holds numbers, ids, times and hashes only, so nothing from the log can steer the terminal. */
export function describeReport(report: ChainReport): string {
  const problems = report.problems.length + report.further_problems;
  const from = report.from_checkpoint === null ? 'the first entry' : `the checkpoint of ${report.from_checkpoint}`;
  const lines = [
    problems === 0 ? 'The activity log is in order.' : `The activity log is NOT in order: ${count(problems, 'problem')}.`,
    ...problemLines(report),
    `  Checked from    ${from}`,
    `  Entries         ${count(report.entries, 'entry', 'entries')}: ${report.sealed.toLocaleString('en')} sealed, ${report.unsealed.toLocaleString('en')} not sealed yet`,
    ...(report.unmarked > 0 ? [`  Older           ${count(report.unmarked, 'entry', 'entries')} from before entries were marked: who wrote them is not known`] : []),
    `  Seals           ${count(report.seals, 'seal')}`,
    `  Checkpoints     ${count(report.checkpoints, 'signed month')} verified`,
    `  Public key      ${report.public_key} (SHA-256)`,
    ...(report.head === null ? [] : [`  Newest seal     ${report.head.seal}, up to entry ${report.head.last_seq}: ${report.head.hash}`]),
  ];
  return `${lines.map(withoutControls).join('\n')}\n`;
}

function withoutControls(line: string): string {
  return line.replace(/\p{C}/gu, '');
}
