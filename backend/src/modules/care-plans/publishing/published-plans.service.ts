import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { linkAfter, Page, readCursor, writeCursor } from '../../../common/paging/paging';
import { OnEvent, type Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { OWN_PAGE, OwnListQueryDto } from '../../clients/strangers/own-reads.dto';
import { Begun, FIRST_PAGE, OwnReadsService } from '../../clients/strangers/own-reads.service';
import { newestOfStrangers, type OwnCopy, StrangersService } from '../../clients/strangers/strangers.service';
import { ClientsService } from '../../clients/persons/persons.service';
import { RecordsMoved } from '../../clients/persons/person.events';
import * as messages from '../messages';
import { CarePlanDto, PlanActionDto } from '../plans/plan.dto';
import { actionsWith } from '../plans/plan.mapper';
import { PlanRepository, PlanRow } from '../plans/plan.repository';
import { assertKnown, deed, PlansService } from '../plans/plans.service';
import { AftercareRecommendationDto, CarePlanBeginningDto } from './published-plan.dto';
import { PublishedBeginning, PublishedCarePlan, PublishedPlanRepository } from './published-plan.repository';

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
    private readonly clients: ClientsService,
    private readonly strangers: StrangersService,
    private readonly reads: OwnReadsService,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /** What a client's first page shows: the beginnings of the newest, and how many there are. @param proven otherwise the number alone */
  async newestFor(clientId: string, proven: boolean): Promise<Begun<CarePlanBeginningDto>> {
    const own = await this.clients.recordsOf(clientId);
    const { total, confirmed } = await this.repository.countPublished(own);
    if (!proven || total === 0) return { count: total, older: null, entries: [] };
    const newest = await this.repository.listNewest(own, FIRST_PAGE);
    // What is not as its therapist saved it is not shown, and where it is seen not counted either.
    return { count: total - (newest.rows - newest.plans.length), older: newest.last && confirmed > newest.confirmed ? writeCursor(newest.last) : null, entries: newest.plans.map(toBeginning) };
  }

  /** The beginnings of all plans of practices that the client has confirmed, newest first. @throws DomainError forbidden without a fresh proof; too_many */
  listFor(user: CurrentUserData, actor: Actor, query: OwnListQueryDto): Promise<Page<CarePlanBeginningDto>> {
    const { limit = OWN_PAGE, cursor } = query;
    return this.reads.open(user, actor, { action: 'view_dashboard', subjectType: 'client', subjectId: user.id, clientIds: [user.id] }, async () => {
      const { plans, next } = await this.repository.listPage(await this.clients.recordsOf(user.id), readCursor(cursor), limit);
      return { rows: plans.map(toBeginning), link: next && linkAfter(`${this.config.publicUrl}/api/client/care-plans`, { limit }, next) };
    });
  }

  /** One, whole. @throws DomainError forbidden without a fresh proof; too_many; not_found for what is not shown to this client */
  showTo(user: CurrentUserData, actor: Actor, id: string): Promise<AftercareRecommendationDto> {
    return this.reads.open(user, actor, deed('read_care_plan', id, user.id), async () => {
      const [plan] = await this.repository.listAmong(await this.clients.recordsOf(user.id), [id]);
      if (!plan) throw new DomainError('not_found', messages.noSuchPlan);
      return toRecommendation(plan);
    });
  }

  /** What a client may read, for their own copy of the record: all there is, but the newest alone of a practice that they never confirmed. */
  async *copyFor(clientId: string): OwnCopy<AftercareRecommendationDto> {
    const own = await this.clients.recordsOf(clientId);
    return yield* newestOfStrangers(await this.repository.listPlaces(own), 'care plans', async (ids) => (await this.repository.listAmong(own, ids)).map(toRecommendation));
  }

  /**
   * From now on the client sees it. To publish what is published changes nothing.
   * @param version the one that was looked at, if any
   * @throws DomainError not_found; conflict when another version was saved since; rule for a person whom nobody but a stranger's booking ties to the therapist; too_many for
   *   one who has not confirmed the practice
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
      const claim = await this.clients.claims(work);
      const plan = await this.repository.lockOwnActions(await this.clients.recordsOf(user.id, work.tx), planId, work.tx);
      if (!plan) throw new DomainError('not_found', messages.noSuchPlan);
      const action = plan.actions.find(({ id }) => id === actionId);
      if (!action) throw new DomainError('not_found', messages.noSuchAction);
      const changed = done ? await this.repository.tick(planId, actionId, work.now(), work.tx) : await this.repository.untick(planId, actionId, work.tx);
      if (changed) await work.record(deed(done ? 'tick_care_plan' : 'untick_care_plan', planId, user.id));
      await claim(plan.client_id);
      const doneAt = await this.repository.findTick(planId, actionId, work.tx);
      return { ...action, done_at: doneAt?.toISOString() ?? null };
    });
  }

  /** When two persons turn out to be one, their care plans follow. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, therapistId, work.tx);
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
      if (!times) return work.recordRecurring(deed('read_care_plan', id, plan.client_id));
      if (version !== undefined && version !== plan.version) throw new DomainError('conflict', messages.changedElsewhere);
      if (times.published_at && plan.client_id !== null) await this.strangers.countShared(work, actor.id, plan.client_id);
      await this.own.setPublished(plan, times, work.tx);
      await work.record(deed(action, id, plan.client_id));
    });
    return this.plans.planOf(actor.id, id);
  }
}

function toBeginning(plan: PublishedBeginning): CarePlanBeginningDto {
  return { ...toRecommendation(plan), is_whole: plan.is_whole };
}

function toRecommendation({ actions, ticks, created_at, ...plan }: PublishedCarePlan): AftercareRecommendationDto {
  const { id, title, description, goals, follow_up_date, therapist_id, therapist_name, practice_confirmed } = plan;
  return {
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
  };
}
