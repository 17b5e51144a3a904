import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import type { AtMost } from '../../../common/paging/paging';
import { CARE_PLAN_MARKING } from '../marking';
import { CARE_PLAN_OWNER, CarePlan, CarePlanTick } from '../care-plan.entity';
import { actionsFrom, goalsFrom, PlanAction, PlanGoal } from '../plan-parts';

/** A care plan as its client may read it. */
export interface PublishedCarePlan extends Pick<CarePlan, 'id' | 'follow_up_date' | 'created_at'> {
  title: string;
  description: string;
  actions: PlanAction[];
  goals: PlanGoal[];
  /** When which action was done. */
  ticks: Record<string, string>;
  therapist_id: string;
  therapist_name: string;
  /** Whether the client belongs to this practice by a deed of their own. */
  practice_confirmed: boolean;
}

const TEXTS = ['title', 'description', 'recommended_actions', 'goals'] as const;
type OwnedTexts = Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | (typeof TEXTS)[number]>;

/** A care plan as SQL gives it back. */
type CarePlanRow = OwnedTexts & Marked & Pick<CarePlan, 'texts_mark'> & Pick<PublishedCarePlan, 'follow_up_date' | 'created_at' | 'ticks' | 'therapist_name' | 'practice_confirmed'>;

/** What somebody planted for their address pushes nothing aside of a practice that knows them. $2 and $3: at most so many, and at most so many bytes. */
const LIST_PUBLISHED = statement<CarePlanRow>('care-plans-of-client', `select s.id, s.therapist_id, s.client_id, s.title, s.description, s.recommended_actions, s.goals, s.follow_up_date, s.created_at,
           coalesce((select jsonb_object_agg(t.action_id, t.done_at) from care_plan_ticks t where t.plan_id = s.id), '{}') as ticks, s.therapist_name, s.practice_confirmed,
           s.texts_mark, s.mark, s.marked
         from (select l.*, sum(${TEXTS.map((column) => `coalesce(octet_length(l.${column}), 0)`).join(' + ')}) over (order by l.practice_confirmed desc, l.created_at desc, l.id desc) as bytes
           from (select c.id, c.therapist_id, c.client_id, c.title, c.description, c.recommended_actions, c.goals, c.texts_mark, ${CARE_PLAN_MARKING.select('c')},
               to_char(c.follow_up_date, 'YYYY-MM-DD') as follow_up_date, c.created_at, coalesce(p.display_name, u.name) as therapist_name,
               exists (select from confirmed_clients k where k.therapist_id = c.therapist_id and k.client_id = $1) as practice_confirmed
             from care_plans c
             join users u on u.id = c.therapist_id
             left join therapist_profiles p on p.therapist_id = c.therapist_id
             where c.client_id = $1 and c.published_at is not null
             order by practice_confirmed desc, c.created_at desc, c.id desc limit $2) l) s
         where s.bytes <= $3::bigint
         order by s.practice_confirmed desc, s.created_at desc, s.id desc`);

const TO_REASSIGN = statement<OwnedTexts & Marked>('care-plans-to-reassign', `select id, therapist_id, client_id, ${TEXTS.join(', ')}, ${CARE_PLAN_MARKING.select()}
         from care_plans where client_id = $1 order by id for update`);

const PUBLISHED_MARKS = statement<Marked>('care-plans-of-client-marks', `select ${CARE_PLAN_MARKING.select()} from care_plans where client_id = $1 and published_at is not null`);

/** Held, so that it is not edited meanwhile. */
const OWN_ACTIONS = statement<Marked & Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | 'recommended_actions'>>(
  'care-plan-own-actions',
  `select id, therapist_id, client_id, recommended_actions, ${CARE_PLAN_MARKING.select()} from care_plans where id = $1 and client_id = $2 and published_at is not null for share`,
);
const TICK = statement<Pick<CarePlanTick, 'done_at'>>('care-plan-tick', `insert into care_plan_ticks (plan_id, action_id, done_at) values ($1, $2, $3)
         on conflict do nothing returning done_at`);
const UNTICK = statement<Pick<CarePlanTick, 'action_id'>>('care-plan-untick', 'delete from care_plan_ticks where plan_id = $1 and action_id = $2 returning action_id');
const TICKED = statement<Pick<CarePlanTick, 'done_at'>>('care-plan-ticked', 'select done_at from care_plan_ticks where plan_id = $1 and action_id = $2');

@Injectable()
export class PublishedPlanRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  /** Published plans of this client, newest first. */
  async listPublished(clientId: string, atMost: AtMost): Promise<PublishedCarePlan[]> {
    const rows = await this.database.query(LIST_PUBLISHED, [clientId, atMost.rows, atMost.bytes]);
    return (await mapInTurns(rows, (row) => this.toPublished(row) ?? [])).flat();
  }

  async countPublished(clientId: string): Promise<number> {
    return (await this.database.query(PUBLISHED_MARKS, [clientId])).filter((row) => this.marks.isOurs(CARE_PLAN_MARKING, row)).length;
  }

  /** What a client is asked to do in a plan of theirs; it stays so until the transaction ends. @returns undefined also for a foreign plan, and for one that is not published */
  async lockOwnActions(clientId: string, planId: string, on: Queryable): Promise<PlanAction[] | undefined> {
    const [row] = await on.query(OWN_ACTIONS, [planId, clientId]);
    const actions = row && this.marks.isOurs(CARE_PLAN_MARKING, row) ? this.cipher.tryDecrypt(row.recommended_actions, CARE_PLAN_OWNER.place('recommended_actions', row)) : undefined;
    return actions === undefined ? undefined : actionsFrom(planId, actions);
  }

  /** @returns false when it was ticked already */
  async tick(planId: string, actionId: string, at: Date, on: Queryable): Promise<boolean> {
    return (await on.query(TICK, [planId, actionId, at])).length > 0;
  }

  /** @returns false when it was not ticked */
  async untick(planId: string, actionId: string, on: Queryable): Promise<boolean> {
    return (await on.query(UNTICK, [planId, actionId])).length > 0;
  }

  async findTick(planId: string, actionId: string, on: Queryable): Promise<Date | null> {
    const [row] = await on.query(TICKED, [planId, actionId]);
    return row?.done_at ?? null;
  }

  /** Their texts are sealed anew for the person they are for now. */
  async reassign(fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    for (const plan of await on.query(TO_REASSIGN, [fromClientId])) {
      const theirs = { ...plan, client_id: toClientId };
      const texts = TEXTS.flatMap((column) => {
        const value = plan[column];
        return value ? [[column, this.cipher.move(value, CARE_PLAN_OWNER.place(column, plan), CARE_PLAN_OWNER.place(column, theirs))]] : [];
      });
      await on.manager.update(CarePlan, { id: plan.id }, { ...Object.fromEntries(texts), client_id: toClientId });
      if (this.marks.isOurs(CARE_PLAN_MARKING, plan)) await this.marks.renew(CARE_PLAN_MARKING, [plan.id], on);
    }
  }

  /** @returns undefined for a plan that does not open, was given to this client in the table, or is not as its therapist saved it */
  private toPublished(row: CarePlanRow): PublishedCarePlan | undefined {
    if (!this.marks.accepts(CARE_PLAN_MARKING, row)) return undefined;
    const open = (column: (typeof TEXTS)[number], value: Buffer): string | undefined => this.cipher.tryDecrypt(value, CARE_PLAN_OWNER.place(column, row));
    const [title, description, actions] = [open('title', row.title), open('description', row.description), open('recommended_actions', row.recommended_actions)];
    const goals = row.goals === null ? null : open('goals', row.goals);
    if (title === undefined || description === undefined || actions === undefined || goals === undefined) return undefined;
    if (!this.marks.fits(CARE_PLAN_MARKING, row.id, [title, description, actions, goals], row.texts_mark)) return undefined;
    const { id, follow_up_date, created_at, ticks, therapist_id, therapist_name, practice_confirmed } = row;
    return { id, title, description, actions: actionsFrom(id, actions), goals: goalsFrom(goals), follow_up_date, created_at, ticks, therapist_id, therapist_name, practice_confirmed };
  }
}
