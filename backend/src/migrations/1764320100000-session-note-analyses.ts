import { MigrationInterface, QueryRunner } from 'typeorm';

/** What engines make of notes and of their files: drafts until their therapist accepts them. */
export class SessionNoteAnalyses1764320100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_note_analyses');
  }
}

const UP = [
  `create table session_note_analyses (
    id uuid primary key,
    note_id uuid not null references session_notes (id) on delete cascade,
    file_id uuid references session_note_files (id) on delete cascade,
    therapist_id uuid not null references users (id),
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    failure text,
    model_failure text,
    engine text check (engine in ('openai', 'rules')),
    model text,
    prompt_version text,
    input_tokens int,
    output_tokens int,
    milliseconds int,
    dropped int not null default 0 check (dropped >= 0),
    note_version int,
    result bytea,
    summary bytea,
    accepted_at timestamptz,
    created_at timestamptz not null,
    finished_at timestamptz,
    check ((state = 'failed') = (failure is not null)),
    check ((state = 'done') = (result is not null and engine is not null and note_version is not null)),
    check ((accepted_at is null) = (summary is null)),
    check (accepted_at is null or state = 'done')
  )`,
  // One draft and one that was accepted, of the note's text and of each file.
  `create unique index session_note_analyses_one on session_note_analyses
     (note_id, coalesce(file_id, '00000000-0000-0000-0000-000000000000'::uuid), (accepted_at is null))`,
  'create index session_note_analyses_file on session_note_analyses (file_id) where file_id is not null',
];
