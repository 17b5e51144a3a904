import { MigrationInterface, QueryRunner } from 'typeorm';

/** What was said in recorded sessions, line by line and sealed, and how far the making of it is. */
export class MeetingTranscripts1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const purposes = (...names: string[]): string[] => [
  'alter table ai_runs drop constraint ai_runs_purpose_check',
  `alter table ai_runs add constraint ai_runs_purpose_check check (purpose in (${names.map((name) => `'${name}'`).join(', ')}))`,
];

const UP = [
  ...purposes('analysis', 'reading', 'transcription'),
  `create table meeting_transcripts (
    id uuid primary key references meeting_sessions (id) on delete cascade,
    therapist_id uuid not null references users (id),
    state text not null check (state in ('waiting', 'running', 'done', 'failed', 'destroyed')),
    failure text check (failure ~ '^[a-z_]{1,40}$'),
    model text,
    fence int not null check (fence >= 1),
    tries int not null default 0 check (tries >= 0),
    stretches int not null default 0 check (stretches >= 0),
    done_frames bigint not null default 0 check (done_frames >= 0),
    has_times boolean not null default true,
    sent_at timestamptz,
    worked_at timestamptz not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    accepted_at timestamptz,
    destroyed_at timestamptz,
    check ((state = 'failed') = (failure is not null)),
    check ((state = 'destroyed') = (destroyed_at is not null)),
    check (state not in ('waiting', 'running', 'failed') or accepted_at is null)
  )`,
  `create index meeting_transcripts_waiting on meeting_transcripts (worked_at) where state in ('waiting', 'running')`,
  `create index meeting_transcripts_kept on meeting_transcripts (created_at) where state <> 'destroyed'`,
  `create table meeting_transcript_lines (
    id uuid primary key,
    session_id uuid not null references meeting_transcripts (id) on delete cascade,
    therapist_id uuid not null references users (id),
    seq int not null check (seq >= 1),
    stretch int not null check (stretch >= 1),
    start_ms int not null check (start_ms >= 0),
    end_ms int not null check (end_ms >= start_ms),
    speaker text check (speaker ~ '^[A-Z]{1,2}$'),
    text bytea not null,
    original bytea,
    version int not null default 1 check (version >= 1),
    corrected_at timestamptz,
    unique (session_id, seq)
  )`,
  'alter table meeting_settings add transcript_days int not null default 30 check (transcript_days between 1 and 365)',
];

const DOWN = [
  'alter table meeting_settings drop column transcript_days',
  'drop table meeting_transcript_lines',
  'drop table meeting_transcripts',
  `delete from ai_runs where purpose = 'transcription'`,
  ...purposes('analysis', 'reading'),
];
