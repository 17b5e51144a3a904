import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Beginnings } from '../../../common/crypto/beginnings';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { mapInTurns } from '../../../common/process/in-turns';
import { withWords } from '../../../common/search/search-words';
import type { Client } from '../../clients/client.entity';
import { isOfClient } from '../../clients/links/client-links.service';
import { nameOfClient } from '../../clients/persons/persons.service';
import type { SessionNote } from '../../session-notes/session-note.entity';
import { CARE_PLAN_MARKING } from '../marking';
import { CARE_PLAN_OWNER, CarePlan, CarePlanTick } from '../care-plan.entity';
import { PLAN_BEGINNING, planBeginningOf } from '../plan-beginning';
import { actionsFrom, goalsFrom, PlanAction, PlanGoal } from '../plan-parts';
import type { PlanClientDto, PlanStatus } from './plan.dto';

/** What a therapist decides about a plan. */
export interface PlanFields extends Pick<CarePlan, 'follow_up_date'> {
  title: string;
  description: string;
  actions: PlanAction[];
  goals: PlanGoal[];
}

type PlainColumn = 'id' | 'therapist_id' | 'client_id' | 'note_id' | 'follow_up_date' | 'published_at' | 'withdrawn_at' | 'version' | 'created_at' | 'updated_at';

interface PlanFacts extends Pick<CarePlan, PlainColumn> {
  client_name: string;
  is_publishable: boolean;
  /** When which action was done. */
  ticks: Record<string, string>;
  /** Of its place in a list. */
  at: string;
}

type SealedRow = PlanFacts & Marked & Pick<CarePlan, 'title' | 'description' | 'recommended_actions' | 'goals' | 'texts_mark'>;

/** A plan, opened. */
export interface PlanRow extends PlanFacts, PlanFields {
  /** As the product wrote it. */
  is_ours: boolean;
}

export interface PlanFilter {
  clientId: string | undefined;
  noteId: string | undefined;
  status: PlanStatus | undefined;
  after: Keyset | undefined;
}

const CLIENT_NAME = nameOfClient('c.client_id', 'c.therapist_id');
/** Anybody can book with themselves for a foreign address: to such a person nothing is shown. */
const KNOWN = 'exists (select from known_clients k where k.therapist_id = c.therapist_id and k.client_id = c.client_id)';
const STATUS = `case when c.published_at is not null then 'published' when c.withdrawn_at is not null then 'withdrawn' else 'draft' end`;
const COLUMNS = `c.id, c.therapist_id, c.client_id, c.note_id, c.title, c.description, c.recommended_actions, c.goals,
           to_char(c.follow_up_date, 'YYYY-MM-DD') as follow_up_date, c.published_at, c.withdrawn_at, c.version, c.created_at, c.updated_at,
           ${CLIENT_NAME} as client_name, ${KNOWN} as is_publishable,
           coalesce((select jsonb_object_agg(t.action_id, t.done_at) from care_plan_ticks t where t.plan_id = c.id), '{}') as ticks, ${keysetTime('c.created_at')} as at,
           c.texts_mark, ${CARE_PLAN_MARKING.select('c')}`;

const LIST = statement<SealedRow>('care-plan-list', `select ${COLUMNS} from care_plans c
         where c.therapist_id = $1 and ($2::uuid is null or ${isOfClient('c.client_id', '$1', '$2')}) and ($3::uuid is null or c.note_id = $3) and ($4::text is null or ${STATUS} = $4)
           and ($5::text is null or (c.created_at, c.id) < (${keysetMoment('$5')}, $6::uuid))
         order by c.created_at desc, c.id desc limit $7`);
const FIND = statement<SealedRow>('care-plan', `select ${COLUMNS} from care_plans c where c.id = $1 and c.therapist_id = $2`);
/** Who waited for another save finds that one's version, which the same statement would not. */
const LOCK = statement<Pick<CarePlan, 'id'>>('care-plan-lock', 'select id from care_plans where id = $1 and therapist_id = $2 for update');
const COUNT = statement<{ total: number; published: number }>(
  'care-plan-counts',
  'select count(*)::int as total, count(published_at)::int as published from care_plans where therapist_id = $1',
);
/** Held, so that the person does not become another one before the plan is there. */
const PERSON = statement<Pick<Client, 'id'>>('care-plan-person', `select c.id from clients c
         where c.id = $1 and exists (select from therapist_clients t where t.client_id = c.id and t.therapist_id = $2) for share`);
const NOTE = statement<Pick<SessionNote, 'id'>>('care-plan-note', `select n.id from session_notes n
         left join bookings b on b.id = n.booking_id and b.therapist_id = n.therapist_id
         where n.id = $1 and n.therapist_id = $2 and coalesce(n.client_id, b.client_id) = $3 for share of n`);
/** Who was there last comes first. */
const CLIENTS = statement<PlanClientDto>('care-plan-clients', `select t.client_id as id, coalesce(k.name, '') as name, l.client_email as email
         from therapist_clients t
         join client_names k on k.client_id = t.client_id and k.therapist_id = t.therapist_id
         cross join lateral (select o.client_email, o.starts_at from bookings o where o.client_id = t.client_id and o.therapist_id = t.therapist_id
             order by o.booked_by_stranger, o.created_at desc, o.id desc limit 1) l
         where t.therapist_id = $1
         order by l.starts_at desc, t.client_id limit $2::int`);
const TODAY = statement<{ today: string }>('care-plan-today', `select to_char($2::timestamptz at time zone coalesce(p.timezone, 'America/New_York'), 'YYYY-MM-DD') as today
         from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $1`);

/** A therapist's care plans, whose texts are sealed here. */
@Injectable()
export class PlanRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
    private readonly beginnings: Beginnings,
  ) {}

  /** Newest first. @param closed what stands in place of a text that does not open */
  async listPlans(therapistId: string, { clientId, noteId, status, after }: PlanFilter, limit: number, closed: string): Promise<PlanRow[]> {
    const rows = await this.database.query(LIST, [therapistId, clientId ?? null, noteId ?? null, status ?? null, after?.at ?? null, after?.id ?? null, limit]);
    return mapInTurns(rows, (row) => this.opened(row) ?? { ...row, title: closed, description: '', actions: [], goals: [], is_ours: false });
  }

  /** @returns undefined also for a foreign one; 'closed' where its row was changed in the table */
  async findPlan(therapistId: string, id: string, on: Queryable = this.database): Promise<PlanRow | 'closed' | undefined> {
    const [row] = await on.query(FIND, [id, therapistId]);
    return row && (this.opened(row) ?? 'closed');
  }

  /** Waits for other writers of it, and for its client's ticks. */
  async lockPlan(therapistId: string, id: string, on: Queryable): Promise<PlanRow | 'closed' | undefined> {
    const [locked] = await on.query(LOCK, [id, therapistId]);
    return locked && this.findPlan(therapistId, id, on);
  }

  async countPlans(therapistId: string, on: Queryable = this.database): Promise<{ total: number; published: number }> {
    const [row] = await on.query(COUNT, [therapistId]);
    return row ?? { total: 0, published: 0 };
  }

  /** Whether somebody is a client of the therapist; they stay one until the transaction ends. */
  async isClient(therapistId: string, clientId: string, on: Queryable): Promise<boolean> {
    return (await on.query(PERSON, [clientId, therapistId])).length > 0;
  }

  /** The therapist's clients, or those whose name or address has these words. */
  async listClients(therapistId: string, words: string, atMost: number): Promise<PlanClientDto[]> {
    const clients = await this.database.query(CLIENTS, [therapistId, words === '' ? atMost : null]);
    const found = words === '' ? clients : await withWords(clients, words, ({ name, email }) => `${name}\n${email}`);
    return found.slice(0, atMost);
  }

  /** Whether a note is the therapist's own, and about this client. */
  async isNoteAbout(therapistId: string, noteId: string, clientId: string, on: Queryable): Promise<boolean> {
    return (await on.query(NOTE, [noteId, therapistId, clientId])).length > 0;
  }

  /** The day in the therapist's zone, yyyy-MM-dd. */
  async today(therapistId: string, now: Date, on: Queryable): Promise<string> {
    const [row] = await on.query(TODAY, [therapistId, now]);
    return row?.today ?? now.toISOString().slice(0, 10);
  }

  async insertPlan(plan: Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | 'note_id' | 'created_at'>, fields: PlanFields, on: Queryable): Promise<void> {
    await on.manager.insert(CarePlan, { ...plan, ...this.sealed(plan, fields), version: 1, updated_at: plan.created_at });
    await this.marks.renew(CARE_PLAN_MARKING, [plan.id], on);
  }

  /** What the client ticked off stays ticked, as far as it is still asked for. */
  async updatePlan(before: PlanRow, fields: PlanFields, version: number, at: Date, on: Queryable): Promise<void> {
    const { id } = before;
    await this.change(before, { ...this.sealed(before, fields), version, updated_at: at }, on);
    const gone = before.actions.flatMap((action) => (fields.actions.some((each) => each.id === action.id) ? [] : [action.id]));
    if (gone.length > 0) await on.manager.delete(CarePlanTick, { plan_id: id, action_id: In(gone) });
  }

  /** With what the client ticked off. */
  async deletePlan(therapistId: string, id: string, on: Queryable): Promise<void> {
    await on.manager.delete(CarePlan, { id, therapist_id: therapistId });
  }

  async setPublished(plan: PlanRow, times: Pick<CarePlan, 'published_at' | 'withdrawn_at'>, on: Queryable): Promise<void> {
    await this.change(plan, times, on);
  }

  /** Of one that somebody changed in the table, what they did is not vouched for. */
  private async change({ id, therapist_id, is_ours }: PlanRow, values: Partial<CarePlan>, on: Queryable): Promise<void> {
    await on.manager.update(CarePlan, { id, therapist_id }, values);
    if (is_ours) await this.marks.renew(CARE_PLAN_MARKING, [id], on);
  }

  private sealed(owned: Pick<CarePlan, 'id' | 'therapist_id' | 'client_id'>, { title, description, actions, goals, follow_up_date }: PlanFields) {
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, CARE_PLAN_OWNER.place(column, owned));
    const [actionsText, goalsText] = [JSON.stringify(actions), goals.length > 0 ? JSON.stringify(goals) : null];
    const texts_mark = this.marks.textsMarkOf(CARE_PLAN_MARKING, owned.id, [title, description, actionsText, goalsText]);
    return {
      title: seal('title', title),
      description: seal('description', description),
      recommended_actions: seal('recommended_actions', actionsText),
      goals: goalsText === null ? null : seal('goals', goalsText),
      follow_up_date,
      texts_mark,
      beginning: this.beginnings.seal(PLAN_BEGINNING, { ...owned, texts_mark }, planBeginningOf({ title, description, actions, goals })),
    };
  }

  /** @returns undefined where a text does not open, or is an earlier one that was put back */
  private opened({ title, description, recommended_actions, goals, ...facts }: SealedRow): PlanRow | undefined {
    const open = (column: string, value: Buffer): string | undefined => this.cipher.tryDecrypt(value, CARE_PLAN_OWNER.place(column, facts));
    const texts = { title: open('title', title), description: open('description', description), actions: open('recommended_actions', recommended_actions), goals: goals === null ? null : open('goals', goals) };
    if (texts.title === undefined || texts.description === undefined || texts.actions === undefined || texts.goals === undefined) return undefined;
    if (!this.marks.fits(CARE_PLAN_MARKING, facts.id, [texts.title, texts.description, texts.actions, texts.goals], facts.texts_mark)) return undefined;
    const is_ours = this.marks.isOurs(CARE_PLAN_MARKING, facts);
    return { ...facts, title: texts.title, description: texts.description, actions: actionsFrom(facts.id, texts.actions), goals: goalsFrom(texts.goals), is_ours };
  }
}
