import { MigrationInterface, QueryRunner } from 'typeorm';

/** A therapist's own calendar at Google: which calendars say when they are busy, and where appointments stand. */
export class CalendarInStep1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['calendar_appointments', 'calendar_sources', 'calendar_connections', 'calendar_flows']) await runner.query(`drop table ${table}`);
    await runner.query('delete from busy_blocks');
    await runner.query('alter table busy_blocks drop column origin_id, drop column event_key, drop constraint busy_blocks_source');
  }
}

const UP = [
  // A connection on its way: it belongs to the therapist and the browser that began it.
  `create table calendar_flows (
    id uuid primary key,
    therapist_id uuid not null references users (id) on delete cascade,
    state_hash bytea not null unique,
    browser_hash bytea not null,
    code_verifier text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  // Whose turn it is: one worker at a time brings an account into step, and work of an earlier consent does nothing.
  `create table calendar_connections (
    therapist_id uuid primary key references users (id) on delete cascade,
    generation uuid not null,
    account_key bytea not null unique,
    account bytea not null,
    refresh_token bytea not null,
    state text not null check (state in ('ok', 'paused', 'needs_reconnect')),
    reason text check (reason in ('revoked', 'scope', 'failing', 'channel', 'target_gone', 'asked_to_wait')),
    titles text not null check (titles in ('initials', 'plain')),
    meet_links boolean not null,
    connected_at timestamptz not null,
    last_synced_at timestamptz,
    failed_syncs int not null check (failed_syncs >= 0),
    not_before timestamptz,
    working_by uuid,
    working_until timestamptz,
    told_at timestamptz,
    check ((state = 'ok') = (reason is null)),
    check ((working_by is null) = (working_until is null))
  )`,
  `create table calendar_sources (
    id uuid primary key,
    therapist_id uuid not null references calendar_connections (therapist_id) on delete cascade,
    calendar_key bytea not null,
    calendar bytea not null,
    name bytea not null,
    timezone text not null,
    is_primary boolean not null,
    writable boolean not null,
    blocks boolean not null,
    takes_appointments boolean not null check (writable or not takes_appointments),
    sync_token bytea,
    full_synced_at timestamptz,
    synced_at timestamptz,
    changed_at timestamptz,
    gone_at timestamptz,
    channel_id uuid unique,
    channel_secret_hash bytea,
    channel_resource text,
    channel_ends_at timestamptz,
    unique (therapist_id, calendar_key),
    check ((channel_id is null) = (channel_secret_hash is null) and (channel_id is null) = (channel_ends_at is null))
  )`,
  'create unique index calendar_sources_target on calendar_sources (therapist_id) where takes_appointments',
  // What stands in the calendar of an appointment, and what its therapist made of it there.
  `create table calendar_appointments (
    booking_id uuid primary key references bookings (id) on delete cascade,
    therapist_id uuid not null references users (id) on delete cascade,
    event_id text not null unique,
    source_id uuid references calendar_sources (id) on delete set null,
    due boolean not null,
    starts_at timestamptz,
    ends_at timestamptz,
    etag text,
    google_starts_at timestamptz,
    google_ends_at timestamptz,
    google_deleted boolean not null,
    missing_since timestamptz,
    unchecked_at timestamptz,
    updated_at timestamptz not null,
    check (starts_at < ends_at and google_starts_at < google_ends_at),
    check ((starts_at is null) = (ends_at is null) and (google_starts_at is null) = (google_ends_at is null)),
    check (not (google_deleted and google_starts_at is not null))
  )`,
  'create index calendar_appointments_due on calendar_appointments (therapist_id) where due',
  `create index calendar_appointments_open on calendar_appointments (therapist_id)
     where google_deleted or google_starts_at is not null or missing_since is not null or unchecked_at is not null`,
  // Nothing filled this table before.
  `alter table busy_blocks add column origin_id uuid not null, add column event_key text not null,
     add constraint busy_blocks_source check (source in ('google', 'ics')), add constraint busy_blocks_event unique (origin_id, event_key)`,
];
