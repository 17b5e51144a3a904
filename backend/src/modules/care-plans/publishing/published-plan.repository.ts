import { Injectable } from '@nestjs/common';
import { Beginnings } from '../../../common/crypto/beginnings';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { practicesGoneTo } from '../../clients/persons/persons.service';
import type { FirstPage } from '../../clients/strangers/own-reads.service';
import type { CopyPlace } from '../../clients/strangers/strangers.service';
import { CARE_PLAN_MARKING } from '../marking';
import { CARE_PLAN_OWNER, CarePlan, CarePlanTick, PLAN_BEGINNING_OWNER } from '../care-plan.entity';
import { PLAN_BEGINNING, PlanBeginning, planBeginningOf } from '../plan-beginning';
import { actionsFrom, goalsFrom, PlanAction } from '../plan-parts';

/** What is told of a plan beside its texts. */
interface PlanFacts extends Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | 'follow_up_date' | 'created_at'> {
  /** When which action was done. */
  ticks: Record<string, string>;
  therapist_name: string;
  /** Whether the client belongs to this practice by a deed of their own. */
  practice_confirmed: boolean;
}

/** A care plan as its client may read it. */
export type PublishedCarePlan = PlanFacts & Omit<PlanBeginning, 'is_whole'>;

/** What a list shows of one. */
export type PublishedBeginning = PlanFacts & PlanBeginning;

const TEXTS = ['title', 'description', 'recommended_actions', 'goals'] as const;
type OwnedTexts = Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | (typeof TEXTS)[number]>;

/** Care plans as SQL gives them back. */
type CarePlanRow = PlanFacts & OwnedTexts & Marked & Pick<CarePlan, 'texts_mark'>;
type BeginningRow = PlanFacts & Marked & Pick<Keyset, 'at'> & Pick<CarePlan, 'texts_mark' | 'beginning'>;

const FACTS = `c.id, c.therapist_id, c.client_id, c.texts_mark, ${CARE_PLAN_MARKING.select('c')}, to_char(c.follow_up_date, 'YYYY-MM-DD') as follow_up_date, c.created_at,
           coalesce(p.display_name, u.name) as therapist_name, coalesce((select jsonb_object_agg(t.action_id, t.done_at) from care_plan_ticks t where t.plan_id = c.id), '{}') as ticks`;
const IS_CONFIRMED = `c.therapist_id in ${practicesGoneTo('$1::uuid[]')}`;
const PUBLISHED = 'c.client_id = any($1::uuid[]) and c.published_at is not null';
const JOINED = `join users u on u.id = c.therapist_id
             left join therapist_profiles p on p.therapist_id = c.therapist_id`;

/** $1: the client's ids. $2: how many of practices that the client has confirmed; $3: how many of each other one, whose newest come first, and $4: of all those. */
const NEWEST = statement<BeginningRow>('care-plans-of-client', `select ${FACTS}, c.beginning, ${keysetTime('c.created_at')} as at, s.practice_confirmed
         from ((select c.id, true as practice_confirmed from care_plans c where ${PUBLISHED} and ${IS_CONFIRMED} order by c.created_at desc, c.id desc limit $2)
           union all (select r.id, false from (
               select c.id, c.created_at, row_number() over (partition by c.therapist_id order by c.created_at desc, c.id desc)::int as nth
               from care_plans c where ${PUBLISHED} and not ${IS_CONFIRMED}) r
             where r.nth <= $3 order by r.nth, r.created_at desc, r.id desc limit $4)) s
         join care_plans c on c.id = s.id ${JOINED}
         order by s.practice_confirmed desc, c.created_at desc, c.id desc`);
/** Of practices that the client has confirmed. $2 and $3: after which one, $4: at most so many */
const PAGE = statement<BeginningRow>('care-plans-of-client-page', `select ${FACTS}, c.beginning, ${keysetTime('c.created_at')} as at, true as practice_confirmed
         from care_plans c ${JOINED} where ${PUBLISHED} and ${IS_CONFIRMED} and ($2::text is null or (c.created_at, c.id) < (${keysetMoment('$2')}, $3::uuid))
         order by c.created_at desc, c.id desc limit $4`);
const COUNT = statement<{ total: number; confirmed: number }>('care-plans-of-client-count', `select count(*)::int as total, count(*) filter (where ${IS_CONFIRMED})::int as confirmed from care_plans c where ${PUBLISHED}`);
/** Everything that is published, without its texts. */
const PLACES = statement<CopyPlace>('care-plans-of-client-places', `select c.id, ${IS_CONFIRMED} as practice_confirmed,
           row_number() over (partition by c.therapist_id order by c.created_at desc, c.id desc)::int as nth
         from care_plans c where ${PUBLISHED} order by practice_confirmed desc, c.created_at desc, c.id desc`);
const AMONG = statement<CarePlanRow>('care-plans-of-client-among', `select ${FACTS}, c.title, c.description, c.recommended_actions, c.goals, ${IS_CONFIRMED} as practice_confirmed
         from care_plans c ${JOINED} where ${PUBLISHED} and c.id = any($2::uuid[]) order by practice_confirmed desc, c.created_at desc, c.id desc`);

const TO_REASSIGN = statement<OwnedTexts & Marked & Pick<CarePlan, 'texts_mark' | 'beginning'>>('care-plans-to-reassign', `select id, therapist_id, client_id, texts_mark, beginning, ${TEXTS.join(', ')}, ${CARE_PLAN_MARKING.select()}
         from care_plans where client_id = $1 and ($2::uuid is null or therapist_id = $2) order by id for update`);

/** Held, so that it is not edited meanwhile. */
const OWN_ACTIONS = statement<Marked & Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | 'recommended_actions'>>(
  'care-plan-own-actions',
  `select id, therapist_id, client_id, recommended_actions, ${CARE_PLAN_MARKING.select()} from care_plans where id = $1 and client_id = any($2::uuid[]) and published_at is not null for share`,
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
    private readonly beginnings: Beginnings,
  ) {}

  /** The newest published plans of this client. @returns also how many rows there were, of which some may not be as their therapist saved them, and the last one of a practice that the client has confirmed */
  async listNewest(own: readonly string[], { ofConfirmed, ofEachOther, ofOthers }: FirstPage): Promise<{ plans: PublishedBeginning[]; rows: number; confirmed: number; last: Keyset | undefined }> {
    const rows = await this.database.query(NEWEST, [own, ofConfirmed, ofEachOther, ofOthers]);
    const confirmed = rows.filter(({ practice_confirmed }) => practice_confirmed);
    return { plans: await this.begun(own, rows), rows: rows.length, confirmed: confirmed.length, last: confirmed.at(-1) };
  }

  /** Those of practices that the client has confirmed, newest first. @returns also where the page ends, if there is more */
  async listPage(own: readonly string[], after: Keyset | undefined, limit: number): Promise<{ plans: PublishedBeginning[]; next: Keyset | undefined }> {
    const found = await this.database.query(PAGE, [own, after?.at ?? null, after?.id ?? null, limit + 1]);
    const rows = found.slice(0, limit);
    return { plans: await this.begun(own, rows), next: found.length > limit ? rows.at(-1) : undefined };
  }

  /** Of all practices, and of those that the client has confirmed. */
  async countPublished(own: readonly string[]): Promise<{ total: number; confirmed: number }> {
    const [row] = await this.database.query(COUNT, [own]);
    return row ?? { total: 0, confirmed: 0 };
  }

  /** Of every published plan of this client, where it stands, in the order of {@link listNewest}. */
  listPlaces(own: readonly string[]): Promise<CopyPlace[]> {
    return this.database.query(PLACES, [own]);
  }

  /** These, where they are still published, in the same order. */
  async listAmong(own: readonly string[], ids: readonly string[]): Promise<PublishedCarePlan[]> {
    return this.opened(await this.database.query(AMONG, [own, ids]));
  }

  /** What a client is asked to do in a plan of theirs; it stays so until the transaction ends. @returns undefined also for a foreign plan, and for one that is not published */
  async lockOwnActions(own: readonly string[], planId: string, on: Queryable): Promise<(Pick<CarePlan, 'client_id'> & { actions: PlanAction[] }) | undefined> {
    const [row] = await on.query(OWN_ACTIONS, [planId, own]);
    const actions = row && this.marks.isOurs(CARE_PLAN_MARKING, row) ? this.cipher.tryDecrypt(row.recommended_actions, CARE_PLAN_OWNER.place('recommended_actions', row)) : undefined;
    return row === undefined || actions === undefined ? undefined : { client_id: row.client_id, actions: actionsFrom(planId, actions) };
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
  async reassign(fromClientId: string, toClientId: string, therapistId: string | undefined, on: Queryable): Promise<void> {
    for (const plan of await on.query(TO_REASSIGN, [fromClientId, therapistId])) {
      const theirs = { ...plan, client_id: toClientId };
      const texts = TEXTS.flatMap((column) => {
        const value = plan[column];
        return value ? [[column, this.cipher.move(value, CARE_PLAN_OWNER.place(column, plan), CARE_PLAN_OWNER.place(column, theirs))]] : [];
      });
      const beginning = plan.beginning && this.cipher.move(plan.beginning, PLAN_BEGINNING_OWNER.place('beginning', plan), PLAN_BEGINNING_OWNER.place('beginning', theirs));
      await on.manager.update(CarePlan, { id: plan.id }, { ...Object.fromEntries(texts), beginning, client_id: toClientId });
      if (this.marks.isOurs(CARE_PLAN_MARKING, plan)) await this.marks.renew(CARE_PLAN_MARKING, [plan.id], on);
    }
  }

  /** Those are left out that were given to this client in the table, or are not as their therapist saved them. */
  private async opened(rows: readonly CarePlanRow[]): Promise<PublishedCarePlan[]> {
    const texts = await mapInTurns(rows, (row) => (this.marks.accepts(CARE_PLAN_MARKING, row) ? this.textsOf(row) : undefined));
    return rows.flatMap((row, index) => {
      const said = texts[index];
      return said ? { ...row, ...said } : [];
    });
  }

  private async begun(own: readonly string[], rows: readonly BeginningRow[]): Promise<PublishedBeginning[]> {
    const genuine = rows.filter((row) => this.marks.accepts(CARE_PLAN_MARKING, row));
    const begun = await mapInTurns(genuine, (row) => this.beginnings.open(PLAN_BEGINNING, row));
    const others = await this.begin(own, genuine.filter((_, index) => begun[index] === undefined));
    return genuine.flatMap((row, index) => {
      const beginning = begun[index] ?? others.get(row.id);
      return beginning ? { ...row, ...beginning } : [];
    });
  }

  /** Of plans that have no beginning yet, or one that was put there in the table. */
  private async begin(own: readonly string[], rows: readonly BeginningRow[]): Promise<Map<string, PlanBeginning>> {
    if (rows.length === 0) return new Map();
    const whole = await this.database.query(AMONG, [own, rows.map(({ id }) => id)]);
    const texts = await mapInTurns(whole, (row) => this.textsOf(row));
    const kept = whole.flatMap((row, index) => {
      const opened = texts[index];
      return opened ? [[row, planBeginningOf(opened)] as const] : [];
    });
    await this.beginnings.keep(PLAN_BEGINNING, kept);
    return new Map(kept.map(([{ id }, beginning]) => [id, beginning]));
  }

  /** @returns undefined where a text does not open, or is an earlier one that was put back */
  private textsOf(row: OwnedTexts & Pick<CarePlan, 'texts_mark'>): Omit<PlanBeginning, 'is_whole'> | undefined {
    const open = (column: (typeof TEXTS)[number], value: Buffer): string | undefined => this.cipher.tryDecrypt(value, CARE_PLAN_OWNER.place(column, row));
    const [title, description, actions] = [open('title', row.title), open('description', row.description), open('recommended_actions', row.recommended_actions)];
    const goals = row.goals === null ? null : open('goals', row.goals);
    if (title === undefined || description === undefined || actions === undefined || goals === undefined) return undefined;
    if (!this.marks.fits(CARE_PLAN_MARKING, row.id, [title, description, actions, goals], row.texts_mark)) return undefined;
    return { title, description, actions: actionsFrom(row.id, actions), goals: goalsFrom(goals) };
  }
}
