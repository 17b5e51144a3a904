import { MigrationInterface, QueryRunner } from 'typeorm';

/** Recorded sessions: how far each is, and the chunks of its sound, whose bytes lie encrypted in the storage under a key of the session. */
export class MeetingSessions1764701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['meeting_chunks', 'meeting_parts', 'meeting_session_keys', 'meeting_sessions']) await runner.query(`drop table ${table}`);
  }
}

const UP = [
  `create table meeting_sessions (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    consent_id uuid not null references meeting_consents (id),
    consent_returned boolean not null default false,
    route text not null check (route in ('bot', 'device', 'upload')),
    platform text check (platform in ('google_meet', 'zoom')),
    quality text not null check (quality in ('high', 'medium', 'low')),
    planned_minutes int not null check (planned_minutes between 15 and 300),
    real_time_notes boolean not null,
    post_analysis boolean not null,
    phase text not null check (phase in ('queued', 'joining', 'lobby', 'in_call', 'processing', 'completed', 'failed', 'cancelled')),
    end_reason text check (end_reason ~ '^[a-z_]{1,40}$'),
    fence int not null check (fence >= 1),
    rejoins int not null default 0 check (rejoins between 0 and 2),
    heartbeat_at timestamptz not null,
    paused_at timestamptz,
    hears boolean not null default false,
    recorded_ms bigint not null default 0 check (recorded_ms >= 0),
    level real check (level between 0 and 1),
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    audio_destroyed_at timestamptz,
    check ((route = 'bot') = (platform is not null)),
    check (phase not in ('processing', 'completed', 'failed', 'cancelled') or end_reason is not null),
    check (not hears or started_at is not null)
  )`,
  // One session for one consent: an attempt that never got past the lobby gives it back.
  `create unique index meeting_sessions_consent on meeting_sessions (consent_id) where not consent_returned`,
  `create index meeting_sessions_therapist on meeting_sessions (therapist_id, created_at desc, id desc)`,
  `create index meeting_sessions_live on meeting_sessions (heartbeat_at) where phase in ('queued', 'joining', 'lobby', 'in_call')`,
  `create index meeting_sessions_audio on meeting_sessions (ended_at) where audio_destroyed_at is null`,
  // The one thing that opens a session's sound: without it every copy is noise.
  `create table meeting_session_keys (
    id uuid primary key references meeting_sessions (id) on delete cascade,
    therapist_id uuid not null references users (id),
    wrapped_key bytea not null
  )`,
  `create table meeting_parts (
    session_id uuid not null references meeting_sessions (id) on delete cascade,
    part int not null check (part >= 1),
    reason text not null check (reason in ('begin', 'resume', 'restart')),
    began_at timestamptz not null,
    primary key (session_id, part)
  )`,
  `create table meeting_chunks (
    session_id uuid not null,
    part int not null,
    seq int not null check (seq >= 0),
    start_frame bigint not null check (start_frame >= 0),
    frames int not null check (frames > 0),
    rate int not null check (rate between 8000 and 96000),
    peak real not null check (peak between 0 and 1),
    storage_key text not null unique check (storage_key ~ '^[0-9a-f]{64}$'),
    captured_at timestamptz not null,
    stored_at timestamptz not null,
    primary key (session_id, part, seq),
    foreign key (session_id, part) references meeting_parts (session_id, part) on delete cascade
  )`,
];
