import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Page, pageOf, readCursor } from '../../../common/paging/paging';
import { changedFields } from '../../../common/work/changed-fields';
import { Activity, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import * as messages from '../messages';
import { MAX_PLANS } from '../plan-limits';
import { actionsAfter, goalsAfter } from '../plan-parts';
import { CarePlanDto, CarePlanSummaryDto, NewPlanDto, PlanClientDto, PlanCountsDto, PlanListQueryDto, PlanUpdateDto } from './plan.dto';
import { toCopiedPlan, toPlanDto, toSummaryDto } from './plan.mapper';
import { PlanFields, PlanRepository, PlanRow } from './plan.repository';

const ROWS = 50;
const COPIED_AT_ONCE = 100;
const CLIENTS = 20;
const SAVES: Limit = { scope: 'care-plan-saves', max: 300, windowMs: 3_600_000 };
const CREATE = 'POST /api/therapist/care-plans';

type Therapist = Actor & { id: string };

/** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
export function assertKnown(plan: PlanRow | 'closed' | undefined): PlanRow {
  if (!plan) throw new DomainError('not_found', messages.noSuchPlan);
  if (plan === 'closed') throw new DomainError('conflict', messages.doesNotOpen);
  return plan;
}

/** For the activity log: about a plan, and whose record it belongs to. */
export function deed(action: string, id: string, clientId: string | null): Activity {
  return { action, subjectType: 'care_plan', subjectId: id, clientIds: clientId === null ? [] : [clientId] };
}

/** A therapist's care plans: written, looked at, and how far their goals are. */
@Injectable()
export class PlansService {
  constructor(
    private readonly works: Works,
    private readonly repository: PlanRepository,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /** Newest first. Whose record was on the page is in the activity log, in one entry for the page. */
  async list(actor: Therapist, query: PlanListQueryDto): Promise<Page<CarePlanSummaryDto>> {
    const limit = query.limit ?? ROWS;
    const { client_id: clientId, note_id: noteId, status, cursor } = query;
    // A page holds whole plans in memory for a moment: one at a time for each therapist.
    const found = await this.limits.inTurn([`care plan list ${actor.id}`], () =>
      this.repository.listPlans(actor.id, { clientId, noteId, status, after: readCursor(cursor) }, limit + 1, messages.unopened),
    );
    const { rows, link } = pageOf(found, limit, `${this.config.publicUrl}/api/therapist/care-plans`, query, ({ at, id }) => ({ at, id }));
    if (rows.length > 0) {
      const clientIds = rows.map(({ client_id }) => client_id);
      await this.works.recordRead(actor, { action: 'read_care_plans', subjectType: 'therapist', subjectId: actor.id, clientIds });
    }
    return { rows: rows.map(toSummaryDto), link };
  }

  /** All there are; never counted from a list that is capped. */
  count(therapistId: string): Promise<PlanCountsDto> {
    return this.repository.countPlans(therapistId);
  }

  /** Whom a plan can be for: a few, or those that are looked for. */
  async clients(actor: Therapist, words: string): Promise<PlanClientDto[]> {
    const clients = await this.repository.listClients(actor.id, words, CLIENTS);
    if (clients.length > 0) await this.works.recordRead(actor, { action: 'read_clients', subjectType: 'therapist', subjectId: actor.id, clientIds: clients.map(({ id }) => id) });
    return clients;
  }

  /** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
  async show(actor: Therapist, id: string): Promise<CarePlanDto> {
    const plan = await this.planOf(actor.id, id);
    await this.works.recordRead(actor, deed('read_care_plan', id, plan.client_id));
    return plan;
  }

  /** For the copy of a client's record. */
  @TellsOfClient(5, 'Care plans')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    let page: PlanRow[] = [];
    do {
      page = await this.repository.listPlans(therapistId, { clientId, noteId: undefined, status: undefined, after: page.at(-1) }, COPIED_AT_ONCE, messages.unopened);
      yield* page.map((plan) => toCopiedPlan(toPlanDto(plan)));
    } while (page.length === COPIED_AT_ONCE);
    return undefined;
  }

  /** Without an entry in the log: for whoever has just written it. */
  async planOf(therapistId: string, id: string): Promise<CarePlanDto> {
    return toPlanDto(assertKnown(await this.repository.findPlan(therapistId, id)));
  }

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the plan that was made, as it is now. What is remembered of it is its id alone.
   * @throws DomainError rule for a client or a note of somebody else, a day that has passed, and beyond 1,000; too_many
   */
  async create(actor: Therapist, input: NewPlanDto, key: string | undefined): Promise<CarePlanDto> {
    const repeat = this.repeats.of<{ id: string }>(`${CREATE} ${actor.id}`, key, input);
    await this.countSave(actor.id);
    const { id, isRepeat = false } = await this.works.begin(actor, async (work): Promise<{ id: string; isRepeat?: true }> => {
      const earlier = await repeat?.claim(work);
      if (earlier) return { ...earlier, isRepeat: true };
      if ((await this.repository.countPlans(actor.id, work.tx)).total >= MAX_PLANS) throw new DomainError('rule', messages.tooManyPlans);
      const { client_id } = input;
      const note_id = input.note_id ?? null;
      if (!(await this.repository.isClient(actor.id, client_id, work.tx))) throw refusedField('client_id', messages.noSuchClient);
      if (note_id !== null && !(await this.repository.isNoteAbout(actor.id, note_id, client_id, work.tx))) throw refusedField('note_id', messages.noSuchNote);
      const plan = { id: newId(), therapist_id: actor.id, client_id, note_id, created_at: work.now() };
      await this.repository.insertPlan(plan, await this.fieldsOf(work, actor.id, undefined, input), work.tx);
      await work.record(deed('create_care_plan', plan.id, client_id));
      const made = { id: plan.id };
      await repeat?.remember(work, made);
      return made;
    });
    return isRepeat ? this.show(actor, id) : this.planOf(actor.id, id);
  }

  /**
   * Saves another version; a save that changes nothing is none, so that one whose answer was lost can be repeated. Of a published plan the
   * client sees it at once.
   * @throws DomainError not_found; rule for a day that has passed; conflict when another version was saved since the one that the changes
   *   began with; too_many
   */
  async update(actor: Therapist, id: string, input: PlanUpdateDto): Promise<CarePlanDto> {
    await this.countSave(actor.id);
    await this.change(actor, id, async (present, work) => {
      const fields = await this.fieldsOf(work, actor.id, present, input);
      const changed = changedFields(present, fields);
      if (changed.length > 0 && input.version !== undefined && input.version !== present.version) throw new DomainError('conflict', messages.savedElsewhere);
      return fields;
    });
    return this.planOf(actor.id, id);
  }

  /** How far a goal is. @throws DomainError not_found for a foreign plan or a goal that is not in it; too_many */
  async setProgress(actor: Therapist, id: string, goalId: string, progress: number): Promise<CarePlanDto> {
    await this.countSave(actor.id);
    await this.change(actor, id, (present) => {
      if (!present.goals.some((goal) => goal.id === goalId)) throw new DomainError('not_found', messages.noSuchGoal);
      const goals = present.goals.map((goal) => (goal.id === goalId ? { ...goal, progress } : goal));
      return { ...fieldsIn(present), goals };
    });
    return this.planOf(actor.id, id);
  }

  /** With everything that belongs to it; its client no longer sees it. @throws DomainError not_found */
  async remove(actor: Therapist, id: string): Promise<void> {
    await this.works.begin(actor, async (work) => {
      const plan = await this.repository.lockPlan(actor.id, id, work.tx);
      if (!plan) throw new DomainError('not_found', messages.noSuchPlan);
      // One that does not open any more can be got rid of too.
      await this.repository.deletePlan(actor.id, id, work.tx);
      await work.record(deed('delete_care_plan', id, plan === 'closed' ? null : plan.client_id));
    });
  }

  private change(actor: Therapist, id: string, next: (present: PlanRow, work: Work) => PlanFields | Promise<PlanFields>): Promise<void> {
    return this.works.begin(actor, async (work) => {
      const present = assertKnown(await this.repository.lockPlan(actor.id, id, work.tx));
      const fields = await next(present, work);
      const changed = changedFields(present, fields);
      if (changed.length === 0) return work.recordRecurring(deed('read_care_plan', id, present.client_id));
      await this.repository.updatePlan(present, fields, present.version + 1, work.now(), work.tx);
      await work.record({ ...deed('update_care_plan', id, present.client_id), details: { fields: changed } });
    });
  }

  /** @throws DomainError rule for a follow-up date that is new and has passed */
  private async fieldsOf(work: Work, therapistId: string, present: PlanRow | undefined, input: PlanUpdateDto): Promise<PlanFields> {
    const follow_up_date = input.follow_up_date ?? null;
    if (follow_up_date !== null && follow_up_date !== present?.follow_up_date && follow_up_date < (await this.repository.today(therapistId, work.now(), work.tx))) {
      throw refusedField('follow_up_date', messages.followUpPast);
    }
    return {
      title: input.title,
      description: input.description ?? '',
      actions: actionsAfter(present?.actions ?? [], input.actions ?? []),
      goals: goalsAfter(present?.goals ?? [], input.goals ?? []),
      follow_up_date,
    };
  }

  /** Before it is looked at: a refused one costs as much. @throws DomainError too_many */
  private async countSave(therapistId: string): Promise<void> {
    const wait = await this.limits.reserve([SAVES, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.savedTooOften, { retryAfterSeconds: wait });
  }
}

function fieldsIn({ title, description, actions, goals, follow_up_date }: PlanRow): PlanFields {
  return { title, description, actions, goals, follow_up_date };
}
