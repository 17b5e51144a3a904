import { utcTime } from '../../../common/http/record-page';
import type { CopiedEntryDto } from '../../clients/copies/client-copy.dto';
import { CarePlanDto, CarePlanSummaryDto, PlanActionDto, PlanStatus } from './plan.dto';
import type { PlanRow } from './plan.repository';

export function statusOf({ published_at, withdrawn_at }: Pick<PlanRow, 'published_at' | 'withdrawn_at'>): PlanStatus {
  if (published_at) return 'published';
  return withdrawn_at ? 'withdrawn' : 'draft';
}

/** With when the client did each. */
export function actionsWith(ticks: Readonly<Record<string, string>>, actions: readonly { id: string; text: string }[]): PlanActionDto[] {
  return actions.map(({ id, text }) => {
    const doneAt = ticks[id];
    return { id, text, done_at: doneAt === undefined ? null : new Date(doneAt).toISOString() };
  });
}

function base(plan: PlanRow): Omit<CarePlanSummaryDto, 'action_count' | 'done_count' | 'last_done_at'> {
  const { id, client_id, client_name, note_id, title, follow_up_date, goals, version } = plan;
  return {
    id,
    client_id,
    client_name,
    note_id,
    title,
    follow_up_date,
    status: statusOf(plan),
    published_at: plan.published_at?.toISOString() ?? null,
    withdrawn_at: plan.withdrawn_at?.toISOString() ?? null,
    version,
    created_at: plan.created_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
    goals,
  };
}

export function toSummaryDto(plan: PlanRow): CarePlanSummaryDto {
  const done = actionsWith(plan.ticks, plan.actions).flatMap(({ done_at }) => done_at ?? []);
  return { ...base(plan), action_count: plan.actions.length, done_count: done.length, last_done_at: done.sort().at(-1) ?? null };
}

export function toPlanDto(plan: PlanRow): CarePlanDto {
  return { ...base(plan), description: plan.description, actions: actionsWith(plan.ticks, plan.actions), is_publishable: plan.is_publishable };
}

/** In words, for the copy of a client's record. */
export function toCopiedPlan({ id, title, status, created_at, follow_up_date, description, actions, goals }: CarePlanDto): CopiedEntryDto {
  return {
    id,
    title,
    about: `Written ${utcTime(created_at)}, ${status}${follow_up_date === null ? '' : `, follow-up on ${follow_up_date}`}`,
    text: description,
    items: [
      ...actions.map(({ text, done_at }) => `${text}${done_at === null ? '' : ` (done ${utcTime(done_at)})`}`),
      ...goals.map(({ text, progress }) => `Goal: ${text} (${progress} %)`),
    ],
  };
}
