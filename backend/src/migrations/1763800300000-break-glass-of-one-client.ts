import { MigrationInterface, QueryRunner } from 'typeorm';

/** Emergency access opens one client's record instead of a whole practice; every therapist who is tied to the client is told. */
export class BreakGlassOfOneClient1763800300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: it would say of one client’s record that a whole practice was open.');
  }
}

const STATEMENTS = [
  `create table break_glass_therapists (
    grant_id uuid not null references break_glass_grants (id),
    therapist_id uuid not null references users (id),
    notice_mark bytea,
    primary key (therapist_id, grant_id)
  )`,
  `create index break_glass_therapists_grant on break_glass_therapists (grant_id)`,
  `insert into break_glass_therapists (grant_id, therapist_id) select id, therapist_id from break_glass_grants`,
  `update outbox o set payload = o.payload || jsonb_build_object('therapist_id', g.therapist_id)
     from break_glass_grants g where o.job = 'send-break-glass-notice' and o.payload ->> 'grant_id' = g.id::text`,
  // Nobody reads a whole practice any longer, not even for what is left of an hour.
  `update break_glass_grants set ended_at = now() where ended_at is null and expires_at > now()`,
  // Of earlier accesses no client is known. A session is not kept once it is over, so nothing refers to it.
  `alter table break_glass_grants
     drop column therapist_id,
     add column client_id uuid references clients (id),
     add column session_id uuid`,
  `create index break_glass_grants_client on break_glass_grants (client_id, created_at desc, id desc)`,
  `create index break_glass_grants_created on break_glass_grants (created_at desc, id desc)`,
];
