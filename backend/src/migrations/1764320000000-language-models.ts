import { MigrationInterface, QueryRunner } from 'typeorm';

/** Language models: each use of one, without what was said, and whether an administrator allows them. */
export class LanguageModels1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ai_settings');
    await runner.query('drop table ai_runs');
  }
}

const UP = [
  `create table ai_runs (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    purpose text not null check (purpose in ('analysis', 'reading')),
    engine text not null,
    model text,
    state text not null check (state in ('running', 'done', 'failed')),
    failure text,
    input_tokens int,
    output_tokens int,
    milliseconds int,
    begun_at timestamptz not null,
    check ((state = 'failed') = (failure is not null))
  )`,
  'create index ai_runs_therapist on ai_runs (therapist_id, begun_at)',
  'create index ai_runs_begun on ai_runs (begun_at)',
  `create table ai_settings (
    id int primary key check (id = 1),
    models_allowed boolean not null,
    changed_at timestamptz
  )`,
  'insert into ai_settings (id, models_allowed) values (1, true)',
];
