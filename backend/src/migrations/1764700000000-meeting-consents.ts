import { MigrationInterface, QueryRunner } from 'typeorm';

/** What both people of a session agreed to before it is recorded: for one session, in the words of one version of the texts. */
export class MeetingConsents1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['meeting_settings', 'meeting_consent_answers', 'meeting_consents']) await runner.query(`drop table ${table}`);
  }
}

const UP = [
  `create table meeting_consents (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    client_id uuid references clients (id),
    meeting_url bytea,
    text_version text not null check (text_version ~ '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$'),
    text_hash bytea not null check (octet_length(text_hash) = 32),
    token_hash bytea unique,
    token bytea,
    needs_own_click boolean not null,
    therapist_agreed boolean,
    client_agreed boolean,
    client_answered_by text check (client_answered_by in ('therapist', 'client')),
    withdrawn_at timestamptz,
    withdrawn_by text check (withdrawn_by in ('therapist', 'client')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check ((token_hash is null) = (token is null)),
    check (token_hash is null or client_id is not null),
    check (not needs_own_click or token_hash is not null),
    check ((client_agreed is null) = (client_answered_by is null)),
    check ((withdrawn_at is null) = (withdrawn_by is null))
  )`,
  `create index meeting_consents_therapist on meeting_consents (therapist_id, created_at desc, id desc)`,
  `create index meeting_consents_client on meeting_consents (client_id, created_at desc)`,
  // Nothing here is ever changed: each click stays as it was made, with the words that stood beside the button.
  `create table meeting_consent_answers (
    id uuid primary key,
    consent_id uuid not null references meeting_consents (id) on delete cascade,
    party text not null check (party in ('therapist', 'client')),
    answer text not null check (answer in ('agreed', 'declined', 'withdrawn')),
    recorded_by text not null check (recorded_by in ('therapist', 'client')),
    way text not null check (way in ('screen', 'portal', 'link')),
    network_hash bytea not null,
    text_version text not null,
    text_hash bytea not null check (octet_length(text_hash) = 32),
    answered_at timestamptz not null,
    check (party = 'client' or recorded_by = 'therapist'),
    check ((recorded_by = 'therapist') = (way = 'screen'))
  )`,
  `create index meeting_consent_answers_consent on meeting_consent_answers (consent_id, answered_at, id)`,
  `create table meeting_settings (
    therapist_id uuid primary key references users (id) on delete cascade,
    ask_client_own_click boolean not null
  )`,
];
