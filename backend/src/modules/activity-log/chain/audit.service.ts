import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Queryable, statement } from '../../../common/database/database';
import { decoratedMethods, noteOnMethod } from '../../../common/process/decorated-methods';
import { OnStart } from '../../../common/process/start-hooks';
import { Work, Works } from '../../../common/work/work';
import { ADOPTION, entriesWhere, EntryMarks, MarkedEntry } from '../entry-marks.service';
import { ChainProblem, ChainProblems, ChainReport } from './chain-report';
import { ActivityChain, ChainCheck } from './chain.service';

/** A row that is wrong, in a sentence that holds ids and times only. */
export type AuditProblem = Pick<ChainProblem, 'kind' | 'message' | 'id' | 'at'>;

const AUDITS = 'attune:audits';

/** What was done once already, and whether the log has lost its beginning, where that would stand. */
const ADOPTED = statement<{ is_cut: boolean; entries: MarkedEntry[] }>(
  'activity-adopted',
  `select ${entriesWhere('l.action = $1')} as entries, exists (select from activity_seals) and not exists (select from activity_seals where id = 1) as is_cut`,
);
const LAST_NUMBER = statement<{ seq: string }>('activity-last-number', 'select coalesce(max(seq), 0)::text as seq from activity_log');

const LOCK = statement('activity-adoption-lock', 'select pg_advisory_xact_lock(hashtext($1))');
/** Of this transaction alone; an older Postgres knows fewer of them. */
const TAKE_TIME = statement<{ set_config: string }>('activity-adoption-takes-time', `select set_config(name, '0', true) from pg_settings where name in ('transaction_timeout', 'statement_timeout', 'lock_timeout')`);

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
    problems.addAll(report.problems, report.problem_counts);
    for (const { name, call } of decoratedMethods(this.discovery, AUDITS)) {
      for (const problem of (await call()) as AuditProblem[]) problems.add(problem, name);
    }
    return { ...report, ok: problems.none, problems: problems.first, further_problems: problems.further, problem_counts: problems.counts };
  }
}

/** Rows of before there were marks are marked once in an installation's life; the entry that says so cannot be taken out of the log unnoticed. */
@Injectable()
export class Adoptions {
  private readonly done = new Set<string>();

  constructor(
    private readonly works: Works,
    private readonly marks: EntryMarks,
  ) {}

  /** Entries of before there were marks need none: the first process with marks notes how far they go. */
  @OnStart('api')
  async adoptLog(): Promise<void> {
    await this.once(ADOPTION, async ({ tx }) => Number((await tx.query(LAST_NUMBER))[0]?.seq));
  }

  /**
   * Once, however long it takes in a large installation; a process that starts meanwhile waits for it.
   * @param action under which it is in the log, e.g. `adopt_administrators`
   * @param adopt marks the rows. @returns how many
   */
  async once(action: string, adopt: (work: Work) => Promise<number>): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(TAKE_TIME);
      await work.tx.query(LOCK, [action]);
      if (await this.isAdopted(action, work.tx)) return;
      await work.record({ action, details: { rows: await adopt(work) } });
    });
  }

  /** Whether the rows of before are marked, as the log tells: one without a mark is nobody's since. */
  async isOver(action: string, on: Queryable): Promise<boolean> {
    if (this.done.has(action)) return true;
    const adopted = await this.isAdopted(action, on);
    if (adopted) this.done.add(action);
    return adopted;
  }

  private async isAdopted(action: string, on: Queryable): Promise<boolean> {
    const [row] = await on.query(ADOPTED, [action]);
    return row !== undefined && (row.is_cut || (await this.marks.someGenuine(row.entries, on)));
  }
}
