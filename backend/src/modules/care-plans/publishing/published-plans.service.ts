import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { type AtMost, SCREEN } from '../../../common/paging/paging';
import { OnEvent, type Work, Works } from '../../../common/work/work';
import { PersonMerged } from '../../clients/persons/person.events';
import * as messages from '../messages';
import { CarePlanDto, PlanActionDto } from '../plans/plan.dto';
import { actionsWith } from '../plans/plan.mapper';
import { PlanRepository, PlanRow } from '../plans/plan.repository';
import { assertKnown, deed, PlansService } from '../plans/plans.service';
import { AftercareRecommendationDto } from './published-plan.dto';
import { PublishedPlanRepository } from './published-plan.repository';

const TICKS: Limit = { scope: 'care-plan-ticks', max: 600, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** What clients see of their care plans, and what they have done of them. */
@Injectable()
export class PublishedPlansService {
  constructor(
    private readonly works: Works,
    private readonly repository: PublishedPlanRepository,
    private readonly plans: PlansService,
    private readonly own: PlanRepository,
    private readonly limits: Limits,
  ) {}

  /** What a client may read: published plans, newest first. */
  async publishedFor(clientId: string, atMost: AtMost = SCREEN): Promise<AftercareRecommendationDto[]> {
    const plans = await this.repository.listPublished(clientId, atMost);
    return plans.map(({ id, title, description, actions, goals, ticks, follow_up_date, created_at, therapist_id, therapist_name, practice_confirmed }) => ({
      id,
      title,
      description,
      recommended_actions: actions.map(({ text }) => text),
      actions: actionsWith(ticks, actions),
      goals,
      follow_up_date,
      created_at: created_at.toISOString(),
      therapist_id,
      therapist_name,
      practice_confirmed,
    }));
  }

  countPublished(clientId: string): Promise<number> {
    return this.repository.countPublished(clientId);
  }

  /**
   * From now on the client sees it. To publish what is published changes nothing.
   * @param version the one that was looked at, if any
   * @throws DomainError not_found; conflict when another version was saved since; rule for a person whom nobody but a stranger's booking ties to the therapist
   */
  publish(actor: Therapist, id: string, version: number | undefined): Promise<CarePlanDto> {
    return this.show(actor, id, 'publish_care_plan', version, (plan, work) => {
      if (plan.published_at) return undefined;
      if (!plan.is_publishable) throw new DomainError('rule', messages.notKnownYet);
      return { published_at: work.now(), withdrawn_at: null };
    });
  }

  /** From now on the client no longer sees it; what they ticked off stays. @throws DomainError not_found */
  withdraw(actor: Therapist, id: string): Promise<CarePlanDto> {
    return this.show(actor, id, 'withdraw_care_plan', undefined, (plan, work) => (plan.published_at ? { published_at: null, withdrawn_at: work.now() } : undefined));
  }

  /**
   * A client ticks an action off, or takes that back. To do it once more changes nothing, also not when it was done.
   * @throws DomainError forbidden without a fresh proof; not_found for what is not theirs, not published or not in the plan any more; too_many
   */
  async tick(user: CurrentUserData, actor: Actor, { planId, actionId, done }: { planId: string; actionId: string; done: boolean }): Promise<PlanActionDto> {
    return this.works.begin(actor, async (work) => {
      assertFreshProof(user, work.now());
      const wait = await this.limits.reserveIn(work.tx, [[TICKS, user.id]]);
      if (wait > 0) throw new DomainError('too_many', messages.tickedTooOften, { retryAfterSeconds: wait });
      const actions = await this.repository.lockOwnActions(user.id, planId, work.tx);
      if (!actions) throw new DomainError('not_found', messages.noSuchPlan);
      const action = actions.find(({ id }) => id === actionId);
      if (!action) throw new DomainError('not_found', messages.noSuchAction);
      const changed = done ? await this.repository.tick(planId, actionId, work.now(), work.tx) : await this.repository.untick(planId, actionId, work.tx);
      if (changed) await work.record(deed(done ? 'tick_care_plan' : 'untick_care_plan', planId, user.id));
      const doneAt = await this.repository.findTick(planId, actionId, work.tx);
      return { ...action, done_at: doneAt?.toISOString() ?? null };
    });
  }

  /** When two persons turn out to be one, their care plans follow. */
  @OnEvent(PersonMerged)
  async reassign({ fromId, intoId }: PersonMerged, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, work.tx);
  }

  private async show(
    actor: Therapist,
    id: string,
    action: string,
    version: number | undefined,
    change: (plan: PlanRow, work: Work) => Pick<PlanRow, 'published_at' | 'withdrawn_at'> | undefined,
  ): Promise<CarePlanDto> {
    await this.works.begin(actor, async (work) => {
      const plan = assertKnown(await this.own.lockPlan(actor.id, id, work.tx));
      const times = change(plan, work);
      if (!times) return;
      if (version !== undefined && version !== plan.version) throw new DomainError('conflict', messages.changedElsewhere);
      await this.own.setPublished(plan, times, work.tx);
      await work.record(deed(action, id, plan.client_id));
    });
    return this.plans.planOf(actor.id, id);
  }
}
