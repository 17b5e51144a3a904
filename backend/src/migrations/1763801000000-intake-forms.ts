import { MigrationInterface, QueryRunner } from 'typeorm';

/** Intake forms in versions, to whom they were sent, and what was answered. */
export class IntakeForms1763801000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['intake_codes', 'intake_browsers', 'intake_answers', 'intake_requests', 'service_intake_forms', 'intake_form_versions', 'intake_forms']) {
      await runner.query(`drop table ${table}`);
    }
  }
}

const UP = [
  `create table intake_forms (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    version int not null check (version >= 1),
    archived_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (id, therapist_id)
  )`,
  `create index intake_forms_therapist on intake_forms (therapist_id, created_at, id)`,
  `create table intake_form_versions (
    id uuid primary key,
    form_id uuid not null references intake_forms (id),
    version int not null check (version >= 1),
    title text not null check (length(title) between 1 and 200),
    description text not null default '' check (length(description) <= 5000),
    questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) between 1 and 200),
    instrument text check (instrument in ('phq-9', 'gad-7')),
    created_at timestamptz not null,
    unique (form_id, version),
    unique (id, form_id)
  )`,
  // Whether every booking of the service sends the form, or only one when the person has not completed it yet.
  `create table service_intake_forms (
    service_id uuid not null references services (id) on delete cascade,
    form_id uuid not null,
    therapist_id uuid not null,
    every_booking boolean not null default false,
    primary key (service_id, form_id),
    foreign key (form_id, therapist_id) references intake_forms (id, therapist_id)
  )`,
  `create index service_intake_forms_form on service_intake_forms (form_id)`,
  `create table intake_requests (
    id uuid primary key,
    therapist_id uuid not null,
    client_id uuid not null references clients (id),
    booking_id uuid references bookings (id),
    form_id uuid not null,
    version_id uuid not null,
    token_hash bytea not null unique,
    token bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    started_at timestamptz,
    completed_at timestamptz,
    withdrawn_at timestamptz,
    reminded_at timestamptz,
    signed_name bytea,
    foreign key (form_id, therapist_id) references intake_forms (id, therapist_id),
    foreign key (version_id, form_id) references intake_form_versions (id, form_id),
    check ((completed_at is null) = (signed_name is null)),
    check (completed_at is null or withdrawn_at is null)
  )`,
  `create index intake_requests_therapist on intake_requests (therapist_id, created_at desc, id desc)`,
  `create index intake_requests_client on intake_requests (client_id, created_at desc)`,
  `create unique index intake_requests_booking on intake_requests (booking_id, form_id) where booking_id is not null and withdrawn_at is null`,
  `create table intake_answers (
    id uuid primary key,
    request_id uuid not null references intake_requests (id),
    question_id text not null check (length(question_id) <= 64),
    value bytea not null,
    answered_at timestamptz not null,
    unique (request_id, question_id)
  )`,
  `create table intake_browsers (
    request_id uuid not null references intake_requests (id),
    browser_hash bytea not null,
    proved_at timestamptz not null,
    primary key (request_id, browser_hash)
  )`,
  `create table intake_codes (
    id uuid primary key,
    request_id uuid not null references intake_requests (id),
    browser_hash bytea not null,
    code_hash bytea not null,
    mail_secret bytea,
    tries_left int not null check (tries_left >= 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index intake_codes_request on intake_codes (request_id, browser_hash, created_at desc)`,
  `create index intake_codes_expires on intake_codes (expires_at)`,
];
