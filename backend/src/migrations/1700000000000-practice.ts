import { MigrationInterface, QueryRunner } from 'typeorm';

/** The practice: people, profiles, services, hours, bookings, and what the base needs (sessions, jobs, log). */
export class Practice1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is not undone: drop the database instead.');
  }
}

const STATEMENTS = [
  `create extension if not exists btree_gist`,
  `create table images (
    hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
    content_type text not null,
    bytes bytea not null,
    width int not null,
    height int not null,
    created_at timestamptz not null default now()
  )`,
  `create table users (
    id uuid primary key,
    user_type text not null check (user_type in ('therapist')),
    email text not null check (email = lower(email)),
    name text not null,
    google_sub text unique,
    picture_hash text references images (hash),
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    last_login_at timestamptz
  )`,
  `create unique index users_email on users (user_type, email)`,
  `create table sessions (
    id uuid primary key,
    token_hash bytea not null unique,
    kind text not null check (kind in ('user', 'admin')),
    user_id uuid not null,
    user_type text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_expires_at timestamptz not null,
    absolute_expires_at timestamptz not null,
    address_hash bytea
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (idle_expires_at)`,
  `create table sign_in_flows (
    id uuid primary key,
    browser_hash bytea not null,
    state_hash bytea not null unique,
    code_verifier text not null,
    redirect text not null,
    code_hash bytea unique,
    user_id uuid references users (id) on delete cascade,
    exchanged_at timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table therapist_profiles (
    therapist_id uuid primary key references users (id),
    display_name text not null,
    bio text not null default '',
    credentials text not null default '',
    languages text[] not null,
    timezone text not null,
    image_hash text references images (hash),
    custom_slug text unique check (custom_slug ~ '^[a-z0-9_-]{3,60}$'),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table image_uploads (
    therapist_id uuid not null references users (id) on delete cascade,
    hash text not null references images (hash),
    created_at timestamptz not null default now(),
    primary key (therapist_id, hash)
  )`,
  `create index therapist_profiles_image on therapist_profiles (image_hash) where image_hash is not null`,
  `create index users_picture on users (picture_hash) where picture_hash is not null`,
  `create index image_uploads_hash on image_uploads (hash)`,
  `create table slug_holds (
    slug text primary key,
    therapist_id uuid not null references users (id) on delete cascade,
    held_until timestamptz not null
  )`,
  `create table services (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    name text not null,
    description text not null default '',
    duration_minutes int not null check (duration_minutes between 15 and 240),
    price_cents int not null check (price_cents >= 0),
    is_free boolean not null,
    session_type text not null check (session_type in ('online', 'in-person', 'both')),
    archived_at timestamptz,
    created_at timestamptz not null default now(),
    check (not is_free or price_cents = 0)
  )`,
  `create index services_therapist on services (therapist_id, created_at) where archived_at is null`,
  `create table working_hours (
    therapist_id uuid primary key references users (id),
    weekly jsonb not null,
    overrides jsonb not null,
    buffer_before_minutes int not null check (buffer_before_minutes between 0 and 240),
    buffer_after_minutes int not null check (buffer_after_minutes between 0 and 240),
    minimum_notice_hours int not null check (minimum_notice_hours between 0 and 720),
    horizon_days int not null check (horizon_days between 1 and 365),
    cancellation_notice_hours int not null check (cancellation_notice_hours between 0 and 720),
    updated_at timestamptz not null default now()
  )`,
  `create table busy_blocks (
    id uuid primary key,
    therapist_id uuid not null references users (id) on delete cascade,
    source text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    check (starts_at < ends_at)
  )`,
  `create index busy_blocks_range on busy_blocks using gist (therapist_id, tstzrange(starts_at, ends_at))`,
  `create table clients (
    id uuid primary key,
    email text not null unique check (email = lower(email)),
    name text not null,
    phone text,
    created_at timestamptz not null default now()
  )`,
  `create table therapist_clients (
    therapist_id uuid not null references users (id),
    client_id uuid not null references clients (id),
    created_at timestamptz not null default now(),
    primary key (therapist_id, client_id)
  )`,
  `create table bookings (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    service_id uuid not null references services (id),
    client_id uuid not null references clients (id),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    timezone text not null,
    local_date date not null,
    local_time text not null check (local_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
    duration_minutes int not null,
    service_name text not null,
    session_type text not null,
    client_name text not null,
    client_email text not null,
    client_phone text,
    client_timezone text,
    notes bytea,
    status text not null check (status in ('confirmed', 'completed', 'cancelled')),
    sequence int not null default 0,
    manage_token_hash bytea not null unique,
    manage_token bytea not null,
    created_at timestamptz not null,
    completed_at timestamptz,
    cancelled_at timestamptz,
    check (starts_at < ends_at),
    constraint bookings_no_overlap exclude using gist (
      therapist_id with =, tstzrange(starts_at, ends_at) with &&
    ) where (status <> 'cancelled')
  )`,
  `create index bookings_therapist on bookings (therapist_id, starts_at desc, id desc)`,
  `create index bookings_counts on bookings (therapist_id, local_date, status)`,
  `create index bookings_client on bookings (client_id, starts_at desc)`,
  `create index bookings_open_by_address on bookings (therapist_id, client_email, starts_at) where status = 'confirmed'`,
  `create table booking_events (
    id uuid primary key,
    booking_id uuid not null references bookings (id),
    kind text not null check (kind in ('booked', 'moved', 'cancelled')),
    sequence int not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    previous_starts_at timestamptz,
    actor text not null check (actor in ('client', 'therapist')),
    created_at timestamptz not null
  )`,
  `create index booking_events_booking on booking_events (booking_id, sequence)`,
  `create table outbox (
    id uuid primary key,
    queue text not null,
    job text not null,
    payload jsonb not null,
    state text not null default 'pending' check (state in ('pending', 'queued', 'done', 'failed')),
    attempts int not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    available_at timestamptz not null default now(),
    queued_at timestamptz,
    finished_at timestamptz
  )`,
  `create index outbox_open on outbox (available_at) where state in ('pending', 'queued')`,
  `create index outbox_finished on outbox (finished_at) where state = 'done'`,
  `create table worker_heartbeats (
    worker_id text primary key,
    seen_at timestamptz not null,
    queue_state text not null check (queue_state in ('ok', 'down')),
    queue_engine text not null,
    details jsonb not null default '{}'
  )`,
  `create table limit_hits (
    scope text not null,
    key_hash bytea not null,
    hit_at timestamptz not null
  )`,
  `create index limit_hits_key on limit_hits (scope, key_hash, hit_at)`,
  `create index limit_hits_age on limit_hits (hit_at)`,
  `create table idempotency_keys (
    scope_hash bytea primary key,
    body_hash bytea not null,
    booking_id uuid not null references bookings (id),
    answer bytea not null,
    created_at timestamptz not null
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create table activity_log (
    id uuid primary key,
    at timestamptz not null default now(),
    action text not null,
    actor_type text not null check (actor_type in ('visitor', 'client', 'therapist', 'admin', 'system')),
    actor_id uuid,
    session_id uuid,
    subject_type text,
    subject_id uuid,
    address_hash bytea,
    details jsonb not null default '{}'
  )`,
  `create index activity_log_at on activity_log (at desc, id desc)`,
  `create index activity_log_subject on activity_log (subject_type, subject_id, at desc)`,
];
