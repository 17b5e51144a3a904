import { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients' accounts and portal, administrators, the sealed activity log, and what a wave of strangers needs. */
export class FrontOffice1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SIGN_IN, ...CLIENTS, ...BOOKINGS, ...ACTIVITY, ...THERAPIST_DIRECTORY, ...ADMINISTRATION]) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: it would drop what clients wrote.');
  }
}

const SIGN_IN = [
  // A client's account has the id of the person it belongs to (clients.id).
  `alter table users drop constraint users_user_type_check`,
  `alter table users add constraint users_user_type_check check (user_type in ('therapist', 'client'))`,
  `create index users_created on users (user_type, created_at desc, id desc)`,
  `alter table sessions
     add verified boolean not null default true,
     add proved_at timestamptz,
     add pending_second_factor boolean not null default false,
     add browser text not null default ''`,
  `create table sign_in_codes (
    id uuid primary key,
    purpose text not null check (purpose in ('sign_in', 'proof', 'address_change')),
    user_id uuid references users (id) on delete cascade,
    address_hash bytea not null,
    browser_hash bytea not null,
    code_hash bytea not null,
    link_hash bytea not null unique,
    mail_secret bytea,
    tries_left int not null check (tries_left >= 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index sign_in_codes_asked on sign_in_codes (address_hash, browser_hash, created_at desc)`,
  `create index sign_in_codes_expiry on sign_in_codes (expires_at)`,
  `create index sign_in_codes_user on sign_in_codes (user_id) where user_id is not null`,
  `create table second_factors (
    account_kind text not null check (account_kind in ('user', 'admin')),
    account_id uuid not null,
    secret bytea not null,
    confirmed_at timestamptz,
    last_step bigint,
    created_at timestamptz not null,
    primary key (account_kind, account_id)
  )`,
  `create table recovery_codes (
    id uuid primary key,
    account_kind text not null,
    account_id uuid not null,
    code_hash bytea not null,
    used_at timestamptz,
    foreign key (account_kind, account_id) references second_factors (account_kind, account_id) on delete cascade
  )`,
  `create index recovery_codes_account on recovery_codes (account_kind, account_id)`,
];

const CLIENTS = [
  `create table client_accounts (
    client_id uuid primary key references clients (id),
    phone text,
    date_of_birth bytea,
    typed_by bytea,
    registered_at timestamptz not null,
    verified_at timestamptz
  )`,
  `create table former_persons (
    former_id uuid primary key,
    person_id uuid not null
  )`,
  `create index former_persons_person on former_persons (person_id)`,
  `create table trusted_browsers (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    browser_hash bytea not null,
    label text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    last_proof_at timestamptz,
    expires_at timestamptz not null,
    unique (user_id, browser_hash)
  )`,
  `create index trusted_browsers_browser on trusted_browsers (browser_hash)`,
  `create table address_changes (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    old_email text not null,
    new_email text not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    object_hash bytea unique,
    object_token bytea,
    object_until timestamptz,
    objected_at timestamptz
  )`,
  `create index address_changes_user on address_changes (user_id, requested_at desc)`,
  `create table session_notes (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    client_id uuid references clients (id),
    booking_id uuid references bookings (id),
    title bytea not null,
    content bytea not null,
    summary bytea,
    tags bytea,
    is_client_visible boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index session_notes_therapist on session_notes (therapist_id, created_at desc, id desc)`,
  `create index session_notes_client on session_notes (client_id, created_at desc) where client_id is not null`,
  `create index session_notes_booking on session_notes (booking_id) where booking_id is not null`,
  `create table care_plans (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    client_id uuid not null references clients (id),
    title bytea not null,
    description bytea not null,
    recommended_actions bytea not null,
    follow_up_date date,
    published_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index care_plans_client on care_plans (client_id, created_at desc)`,
  `create index care_plans_therapist on care_plans (therapist_id, created_at desc, id desc)`,
];

const BOOKINGS = [
  `alter table bookings add by_stranger boolean not null default false`,
  `create index bookings_strangers on bookings (therapist_id, created_at) where by_stranger`,
  `create index bookings_created on bookings (created_at)`,
  `create table booking_holds (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    service_id uuid not null references services (id) on delete cascade,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    request bytea not null,
    code_hash bytea not null,
    mail_secret bytea,
    tries_left int not null check (tries_left >= 0),
    connection_hash bytea not null,
    address_hash bytea not null,
    created_at timestamptz not null,
    code_sent_at timestamptz not null,
    expires_at timestamptz not null,
    booking_id uuid references bookings (id),
    answer bytea,
    check (starts_at < ends_at)
  )`,
  `create index booking_holds_time on booking_holds (therapist_id, starts_at) where booking_id is null`,
  `create index booking_holds_expiry on booking_holds (expires_at)`,
  `create index booking_holds_connection on booking_holds (connection_hash, expires_at)`,
  `create index booking_holds_address on booking_holds (address_hash, expires_at)`,
  `alter table idempotency_keys alter booking_id drop not null`,
  // Exact counts per therapist, kept with the booking itself: a long history costs a list nothing.
  `create table booking_counts (
    therapist_id uuid primary key references users (id),
    total int not null,
    confirmed int not null,
    completed int not null
  )`,
  `insert into booking_counts (therapist_id, total, confirmed, completed)
   select therapist_id, count(*), count(*) filter (where status = 'confirmed'), count(*) filter (where status = 'completed')
   from bookings group by therapist_id`,
  `create function count_booking() returns trigger language plpgsql as $$
   declare
     gone bookings := case when tg_op = 'INSERT' then null else old end;
     come bookings := case when tg_op = 'DELETE' then null else new end;
     confirmed_change int := coalesce((come.status = 'confirmed')::int, 0) - coalesce((gone.status = 'confirmed')::int, 0);
     completed_change int := coalesce((come.status = 'completed')::int, 0) - coalesce((gone.status = 'completed')::int, 0);
     total_change int := (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int;
   begin
     insert into booking_counts as c (therapist_id, total, confirmed, completed)
     values (coalesce(come.therapist_id, gone.therapist_id), total_change, confirmed_change, completed_change)
     on conflict (therapist_id) do update set
       total = c.total + excluded.total, confirmed = c.confirmed + excluded.confirmed, completed = c.completed + excluded.completed;
     return null;
   end $$`,
  `create trigger bookings_counted after insert or delete or update of status on bookings for each row execute function count_booking()`,
];

const ACTIVITY = [
  `alter table activity_log add seq bigint generated always as identity, add client_ids uuid[]`,
  `create unique index activity_log_seq on activity_log (seq)`,
  `create index activity_log_clients on activity_log using gin (client_ids) where client_ids is not null`,
  // The administrator's filters: by action, by kind of actor, by both; newest first.
  `create index activity_log_action on activity_log (action, actor_type, at desc, id desc)`,
  `create index activity_log_actor on activity_log (actor_type, at desc, id desc)`,
  `create table activity_seals (
    id bigint primary key,
    first_seq bigint not null,
    last_seq bigint not null,
    entries int not null,
    previous_hash bytea not null,
    entry_hashes bytea not null,
    hash bytea not null,
    sealed_at timestamptz not null,
    check (first_seq <= last_seq)
  )`,
  `create table activity_checkpoints (
    month date primary key,
    seal_id bigint not null,
    last_seq bigint not null,
    entries bigint not null,
    hash bytea not null,
    public_key bytea not null,
    signature bytea not null,
    created_at timestamptz not null
  )`,
];

/** One narrow row per therapist, and how many there are: the administrator's list is searched and counted without reading whole accounts. */
const THERAPIST_DIRECTORY = [
  `create extension if not exists pg_trgm`,
  `create table therapist_directory (
    therapist_id uuid primary key references users (id) on delete cascade,
    created_at timestamptz not null,
    is_active boolean not null,
    search text not null
  )`,
  `create index therapist_directory_created on therapist_directory (created_at desc, therapist_id desc)`,
  `create index therapist_directory_active on therapist_directory (is_active, created_at desc, therapist_id desc)`,
  `create index therapist_directory_search on therapist_directory using gin (search gin_trgm_ops)`,
  `create table therapist_counts (is_active boolean primary key, total int not null)`,
  `create function count_therapist() returns trigger language plpgsql as $$
   begin
     insert into therapist_counts as c (is_active, total)
     select is_active, sum(change) from (values (new.is_active, 1), (old.is_active, -1)) as changes (is_active, change)
     where is_active is not null group by is_active having sum(change) <> 0 order by is_active
     on conflict (is_active) do update set total = c.total + excluded.total;
     return null;
   end $$`,
  `create trigger therapist_directory_counted after insert or delete or update of is_active on therapist_directory
     for each row execute function count_therapist()`,
  `create function list_therapist(account_id uuid) returns void language sql as $$
     insert into therapist_directory (therapist_id, created_at, is_active, search)
     select u.id, u.created_at, u.is_active, lower(concat_ws(e'\\n', u.name, u.email, p.display_name, p.custom_slug))
     from users u left join therapist_profiles p on p.therapist_id = u.id
     where u.id = account_id and u.user_type = 'therapist'
     on conflict (therapist_id) do update set is_active = excluded.is_active, search = excluded.search
   $$`,
  `select list_therapist(id) from users`,
  `create function list_therapist_account() returns trigger language plpgsql as $$
   begin
     perform list_therapist(new.id);
     return null;
   end $$`,
  `create function list_therapist_profile() returns trigger language plpgsql as $$
   begin
     perform list_therapist(coalesce(new.therapist_id, old.therapist_id));
     return null;
   end $$`,
  `create trigger users_listed after insert or update of name, email, is_active on users
     for each row when (new.user_type = 'therapist') execute function list_therapist_account()`,
  `create trigger therapist_profiles_listed after insert or delete or update of display_name, custom_slug on therapist_profiles
     for each row execute function list_therapist_profile()`,
];

const ADMINISTRATION = [
  `create table administrators (
    id uuid primary key,
    username text not null unique check (username = lower(username)),
    password_hash text not null,
    role text not null default 'administrator' check (role in ('administrator')),
    is_active boolean not null default true,
    is_development boolean not null default false,
    created_at timestamptz not null,
    last_login_at timestamptz
  )`,
  `create table break_glass_grants (
    id uuid primary key,
    admin_id uuid not null references administrators (id),
    therapist_id uuid not null references users (id),
    reason bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index break_glass_grants_admin on break_glass_grants (admin_id, expires_at desc)`,
  `create table daily_counts (
    zone text not null,
    day date not null,
    registrations int not null,
    bookings int not null,
    primary key (zone, day)
  )`,
  `create table practice_totals (
    zone text primary key,
    computed_at timestamptz not null,
    totals jsonb not null
  )`,
  `alter table outbox drop constraint outbox_state_check`,
  `alter table outbox add constraint outbox_state_check check (state in ('pending', 'queued', 'done', 'failed', 'discarded'))`,
  `create index outbox_failed on outbox (finished_at desc, id desc) where state = 'failed'`,
  `create index outbox_maintenance on outbox (job, created_at) where queue = 'maintenance'`,
  `drop index outbox_finished`,
  `create index outbox_finished on outbox (finished_at) where state in ('done', 'discarded')`,
  // The last failure of each part, for the administrator's status: a reason that names no person.
  `create table part_failures (
    part text primary key,
    failed_at timestamptz not null,
    reason text not null
  )`,
];
