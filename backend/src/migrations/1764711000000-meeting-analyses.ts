import { MigrationInterface, QueryRunner } from 'typeorm';

/** What engines make of transcripts of sessions, and the note that a therapist made of it. */
export class MeetingAnalyses1764711000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table meeting_analyses (
      id uuid primary key references meeting_transcripts (id) on delete cascade,
      therapist_id uuid not null references users (id),
      state text not null check (state in ('waiting', 'running', 'done', 'failed')),
      failure text check (failure ~ '^[a-z_]{1,40}$'),
      model_failure text,
      engine text check (engine in ('openai', 'rules')),
      model text,
      prompt_version text,
      input_tokens int,
      output_tokens int,
      milliseconds int,
      dropped int not null default 0 check (dropped >= 0),
      fence int not null check (fence >= 1),
      result bytea,
      note_id uuid references session_notes (id) on delete set null,
      created_at timestamptz not null,
      finished_at timestamptz,
      check ((state = 'failed') = (failure is not null)),
      check ((state = 'done') = (result is not null and engine is not null))
    )`);
    await runner.query('create index meeting_analyses_note on meeting_analyses (note_id) where note_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table meeting_analyses');
  }
}
