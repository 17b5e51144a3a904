import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Queryable, statement } from '../../../common/database/database';
import { decoratedMethods, noteOnMethod } from '../../../common/process/decorated-methods';
import { Work, Works } from '../../../common/work/work';
import { ChainProblem, ChainProblems, ChainReport } from './chain-report';
import { ActivityChain, ChainCheck } from './chain.service';

/** A row that is wrong, in a sentence that holds ids and times only. */
export type AuditProblem = Pick<ChainProblem, 'kind' | 'message' | 'id' | 'at'>;

const AUDITS = 'attune:audits';

/** What was done once already, and whether the log still has its beginning, where that would stand. */
const ADOPTED = statement<{ adopted: boolean }>(
  'activity-adopted',
  `select exists (select from activity_log where action = $1)
      or exists (select from activity_seals) and not exists (select from activity_seals where id = 1) as adopted`,
);

const LOCK = statement('activity-adoption-lock', 'select pg_advisory_xact_lock(hashtext($1))');

/** Marks a method that names rows which the product did not make, for `npm run audit:verify`: `@Audits() listForeign()`. */
export function Audits() {
  return noteOnMethod<() => Promise<AuditProblem[]>>(AUDITS, true);
}

/** The check of the log together with what domains check of the rows that open doors. */
@Injectable()
export class ActivityAudit {
  constructor(
    private readonly chain: ActivityChain,
    private readonly discovery: DiscoveryService,
  ) {}

  async verify(check: ChainCheck): Promise<ChainReport> {
    const report = await this.chain.verify(check);
    const problems = new ChainProblems();
    for (const problem of report.problems) problems.add(problem);
    problems.further = report.further_problems;
    for (const { call } of decoratedMethods(this.discovery, AUDITS)) for (const problem of (await call()) as AuditProblem[]) problems.add(problem);
    return { ...report, ok: problems.none, problems: problems.first, further_problems: problems.further };
  }
}

/** Rows of before there were marks are marked once in an installation's life; the entry that says so cannot be taken out of the log unnoticed. */
@Injectable()
export class Adoptions {
  private readonly done = new Set<string>();

  constructor(private readonly works: Works) {}

  /**
   * @param action under which it is in the log, e.g. `adopt_administrators`
   * @param adopt marks the rows. @returns how many
   */
  async once(action: string, adopt: (work: Work) => Promise<number>): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(LOCK, [action]);
      const [row] = await work.tx.query(ADOPTED, [action]);
      if (row?.adopted) return;
      await work.record({ action, details: { rows: await adopt(work) } });
    });
  }

  /** Whether the rows of before are marked, as the log tells: one without a mark is nobody's since. */
  async isOver(action: string, on: Queryable): Promise<boolean> {
    if (this.done.has(action)) return true;
    const [row] = await on.query(ADOPTED, [action]);
    if (row?.adopted) this.done.add(action);
    return row?.adopted ?? false;
  }
}
