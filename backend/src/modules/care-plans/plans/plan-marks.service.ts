import { Injectable } from '@nestjs/common';
import { RowMarks } from '../../../common/crypto/row-marks';
import { Database, statement } from '../../../common/database/database';
import { OnStart } from '../../../common/process/start-hooks';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { CARE_PLAN_MARKING } from '../marking';
import { CarePlan } from '../care-plan.entity';
import * as messages from '../messages';

/** Plans that a client sees, and what the log knows of showing and withdrawing them. */
const WITHDRAWN = statement<Pick<CarePlan, 'id'> & { entries: MarkedEntry[] }>('care-plans-withdrawn', `select c.id, ${entriesWhere(`l.subject_type = 'care_plan' and l.subject_id = c.id and l.action in ('publish_care_plan', 'withdraw_care_plan')`)} as entries
         from care_plans c where c.published_at is not null
           and exists (select from activity_log w where w.subject_type = 'care_plan' and w.subject_id = c.id and w.action = 'withdraw_care_plan' and w.at > c.published_at)`);

/** Whether care plans are as the product wrote them. */
@Injectable()
export class PlanMarks {
  constructor(
    private readonly database: Database,
    private readonly marks: RowMarks,
    private readonly entries: EntryMarks,
    private readonly adoptions: Adoptions,
  ) {}

  /** What was written before there were marks. */
  @OnStart('api')
  async adopt(): Promise<void> {
    await this.adoptions.once('adopt_care_plans', ({ tx }) => this.marks.vouch(CARE_PLAN_MARKING, tx));
  }

  /** A whole row that was put back carries a mark of the product: the log alone knows that the plan was withdrawn. */
  @Audits()
  async auditPlans(): Promise<AuditProblem[]> {
    const foreign = await this.marks.listForeign(CARE_PLAN_MARKING);
    const shownAgain = [];
    for (const { id, entries } of await this.database.query(WITHDRAWN)) {
      const last = (await this.entries.genuine(entries, this.database)).sort((one, other) => Number(BigInt(one.seq) - BigInt(other.seq))).at(-1);
      if (last?.action === 'withdraw_care_plan') shownAgain.push(id);
    }
    const named = (ids: readonly string[], message: (id: string) => string): AuditProblem[] => ids.map((id) => ({ kind: 'foreign_row', id, message: message(id) }));
    return [...named(foreign, messages.foreignPlan), ...named(shownAgain, messages.shownAgain)];
  }
}
