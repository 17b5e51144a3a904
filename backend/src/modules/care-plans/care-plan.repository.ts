import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../common/database/database';
import { CARE_PLAN_OWNER, CarePlan } from './care-plan.entity';

/** A care plan as its client may read it. */
export interface PublishedCarePlan extends Pick<CarePlan, 'id' | 'follow_up_date' | 'created_at'> {
  title: string;
  description: string;
  recommended_actions: string[];
  therapist_name: string;
}

/** A care plan as SQL gives it back. */
interface CarePlanRow extends Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | 'title' | 'description' | 'recommended_actions' | 'follow_up_date' | 'created_at'> {
  therapist_name: string;
}

const LIST_PUBLISHED = statement<CarePlanRow>('care-plans-of-client', `select c.id, c.therapist_id, c.client_id, c.title, c.description, c.recommended_actions, to_char(c.follow_up_date, 'YYYY-MM-DD') as follow_up_date, c.created_at,
           coalesce(p.display_name, u.name) as therapist_name
         from care_plans c
         join users u on u.id = c.therapist_id
         left join therapist_profiles p on p.therapist_id = c.therapist_id
         where c.client_id = $1 and c.published_at is not null
         order by c.created_at desc, c.id desc limit $2`);

const TEXTS = ['title', 'description', 'recommended_actions'] as const;
const TO_REASSIGN = statement<Pick<CarePlan, 'id' | 'therapist_id' | 'client_id' | (typeof TEXTS)[number]>>('care-plans-to-reassign', `select id, therapist_id, client_id, ${TEXTS.join(', ')}
         from care_plans where client_id = $1 order by id for update`);

const CARE_PLANS_COUNT = statement<{ plans: number }>('care-plans-count', 'select count(*)::int as plans from care_plans where client_id = $1 and published_at is not null');

@Injectable()
export class CarePlanRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Published plans of this client, newest first. */
  async listPublished(clientId: string, atMost: number): Promise<PublishedCarePlan[]> {
    const rows = await this.database.query(LIST_PUBLISHED, [clientId, atMost]);
    return rows.flatMap((row) => this.toPublished(row) ?? []);
  }

  async countPublished(clientId: string): Promise<number> {
    const [row] = await this.database.query(CARE_PLANS_COUNT, [clientId]);
    return row?.plans ?? 0;
  }

  /** Their texts are sealed anew for the person they are for now. */
  async reassign(fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    for (const plan of await on.query(TO_REASSIGN, [fromClientId])) {
      const theirs = { ...plan, client_id: toClientId };
      const texts = TEXTS.map((column) => [column, this.cipher.move(plan[column], CARE_PLAN_OWNER.place(column, plan), CARE_PLAN_OWNER.place(column, theirs))]);
      await on.manager.update(CarePlan, { id: plan.id }, { ...Object.fromEntries(texts), client_id: toClientId });
    }
  }

  /** @returns undefined for a plan that does not open: it was given to this client in the table */
  private toPublished(row: CarePlanRow): PublishedCarePlan | undefined {
    const [title, description, actions] = TEXTS.map((column) => this.cipher.tryDecrypt(row[column], CARE_PLAN_OWNER.place(column, row)));
    if (title === undefined || description === undefined || actions === undefined) return undefined;
    return {
      id: row.id,
      title,
      description,
      recommended_actions: JSON.parse(actions) as string[],
      follow_up_date: row.follow_up_date,
      created_at: row.created_at,
      therapist_name: row.therapist_name,
    };
  }
}
