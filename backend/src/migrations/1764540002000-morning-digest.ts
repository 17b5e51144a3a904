import { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail in the morning with the day's times, for therapists who want it; and for which days one went out. */
export class MorningDigest1764540002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table morning_digests');
    await runner.query('alter table reminder_settings drop column morning_digest');
  }
}

const UP = [
  'alter table reminder_settings add column morning_digest boolean not null default false',
  `create table morning_digests (
    id uuid primary key,
    therapist_id uuid not null references users (id) on delete cascade,
    day date not null,
    created_at timestamptz not null,
    unique (therapist_id, day)
  )`,
];
