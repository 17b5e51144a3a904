import { Injectable } from '@nestjs/common';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import type { User } from '../../auth/account.entity';
import { CarePlan, CarePlanReminder } from '../care-plan.entity';

/** What a mail about a follow-up needs. */
export interface FollowUpMail extends Pick<CarePlanReminder, 'id' | 'plan_id' | 'recipient'>, Pick<CarePlan, 'client_id'> {
  client_email: string;
  therapist_id: CarePlan['therapist_id'];
  therapist_name: User['name'];
}

/** Nobody is woken by it. */
const FROM = '08:00';
/** By a deed of the client's own: that an appointment took place is what a therapist alone says. */
const CONFIRMED = 'exists (select from confirmed_clients k where k.therapist_id = c.therapist_id and k.client_id = c.client_id)';
/** A plan that was taken back reminds nobody; the client is reminded of what they can see, and once a day by each therapist: the mail names no plan. */
const REMINDS = `c.withdrawn_at is null and (%.recipient = 'therapist' or (c.published_at is not null and ${CONFIRMED}))`;

/** $1: now. Which day it is anywhere is at most one off. Therapists take turns: nobody's many plans keep another's waiting. */
const DUE = statement<Pick<CarePlanReminder, 'plan_id' | 'follow_up_date' | 'recipient'>>('care-plan-follow-ups-due', `select plan_id, follow_up_date, recipient from (
           select distinct on (c.therapist_id, w.recipient, case w.recipient when 'client' then c.client_id else c.id end)
             c.therapist_id, c.id as plan_id, to_char(c.follow_up_date, 'YYYY-MM-DD') as follow_up_date, w.recipient
           from care_plans c
           join users u on u.id = c.therapist_id and u.is_active
           left join therapist_profiles p on p.therapist_id = c.therapist_id
           cross join lateral (select $1::timestamptz at time zone coalesce(zone_or_utc(p.timezone), 'America/New_York') as moment) l
           cross join (values ('therapist'), ('client')) w (recipient)
           where c.follow_up_date between ($1::timestamptz at time zone 'UTC')::date - 1 and ($1::timestamptz at time zone 'UTC')::date + 1
             and c.follow_up_date = l.moment::date and l.moment::time >= '${FROM}' and ${REMINDS.replace('%', 'w')}
             and not exists (select from care_plan_reminders r join care_plans o on o.id = r.plan_id
               where r.follow_up_date = c.follow_up_date and r.recipient = w.recipient
                 and (o.id = c.id or (w.recipient = 'client' and o.therapist_id = c.therapist_id and o.client_id = c.client_id)))
           order by c.therapist_id, w.recipient, case w.recipient when 'client' then c.client_id else c.id end
         ) due
         order by row_number() over (partition by therapist_id order by plan_id, recipient) limit 500`);
const INSERT = statement<Pick<CarePlanReminder, 'id'>>('care-plan-reminder-insert', `insert into care_plan_reminders (id, plan_id, follow_up_date, recipient, created_at)
         select $1, c.id, $3, $4, $5 from care_plans c where c.id = $2 on conflict do nothing returning id`);
const FOR_MAIL = statement<FollowUpMail>('care-plan-reminder-for-mail', `select r.id, r.plan_id, r.recipient, c.client_id, k.email as client_email, c.therapist_id,
           coalesce(p.display_name, u.name) as therapist_name
         from care_plan_reminders r
         join care_plans c on c.id = r.plan_id and c.follow_up_date = r.follow_up_date
         join clients k on k.id = c.client_id
         join users u on u.id = c.therapist_id and u.is_active
         left join therapist_profiles p on p.therapist_id = c.therapist_id
         where r.id = $1 and ${REMINDS.replace('%', 'r')}`);

/** Which follow-ups are today, and who was reminded of them. Reads no text of a plan. */
@Injectable()
export class FollowUpRepository {
  constructor(private readonly database: Database) {}

  /** @returns the reminders that are to go out, which from now on they have */
  async markReminded(now: Date, on: Queryable): Promise<string[]> {
    const ids: string[] = [];
    for (const { plan_id, follow_up_date, recipient } of await on.query(DUE, [now])) {
      const [made] = await on.query(INSERT, [newId(), plan_id, follow_up_date, recipient, now]);
      if (made) ids.push(made.id);
    }
    return ids;
  }

  /** @returns undefined when there is nothing to be reminded of any more */
  async findForMail(id: string): Promise<FollowUpMail | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id]);
    return row;
  }
}
