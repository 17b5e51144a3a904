import { MigrationInterface, QueryRunner } from 'typeorm';

/** Care plans that a therapist works on: versions, goals, withdrawing, what the client has done, and the follow-up's reminders. */
export class CarePlansInWork1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table care_plan_reminders, care_plan_ticks');
    await runner.query('alter table care_plans drop column version, drop column note_id, drop column goals, drop column withdrawn_at');
  }
}

const UP = [
  `alter table care_plans
    add version int not null default 1 check (version >= 1),
    add note_id uuid references session_notes (id) on delete set null,
    add goals bytea,
    add withdrawn_at timestamptz,
    add constraint care_plans_published_or_withdrawn check (published_at is null or withdrawn_at is null)`,
  `create index care_plans_note on care_plans (note_id) where note_id is not null`,
  `create index care_plans_follow_up on care_plans (follow_up_date) where follow_up_date is not null`,
  // The actions stand, encrypted, in their plan; here is only which of them the client has ticked off.
  `create table care_plan_ticks (
    plan_id uuid not null references care_plans (id) on delete cascade,
    action_id uuid not null,
    done_at timestamptz not null,
    primary key (plan_id, action_id)
  )`,
  // One for each day and person: a day that was put off and back again reminds once.
  `create table care_plan_reminders (
    id uuid primary key,
    plan_id uuid not null references care_plans (id) on delete cascade,
    follow_up_date date not null,
    recipient text not null check (recipient in ('therapist', 'client')),
    created_at timestamptz not null,
    unique (plan_id, follow_up_date, recipient)
  )`,
];
