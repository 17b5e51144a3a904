import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every change of what visitors are told about a practice leaves a row, written by the database in the change's own transaction: from how many there
 * are, and which, each process knows whether an answer that it keeps is still true. Rows are only added, so that nobody waits for anybody.
 */
export class PublicChanges1764760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Rows of these count when they come, when they go, and when one of these columns changes (any, where none is named). */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  therapist_profiles: [],
  services: [],
  working_hours: [],
  time_off: [],
  busy_versions: [],
  bookings: ['therapist_id', 'starts_at', 'ends_at', 'status'],
  booking_holds: ['therapist_id', 'starts_at', 'ends_at', 'booking_id', 'expires_at'],
};

const changed = (columns: readonly string[]): string => (columns.length === 0 ? 'old.* is distinct from new.*' : columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or '));

const UP = [
  `create table public_changes (
     id bigint generated always as identity primary key,
     therapist_id uuid not null,
     at timestamptz not null default clock_timestamp()
   )`,
  'create index public_changes_therapist on public_changes (therapist_id, id)',
  `create function note_public_change() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'DELETE' then insert into public_changes (therapist_id) values (new.therapist_id); end if;
     if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.therapist_id <> new.therapist_id then insert into public_changes (therapist_id) values (old.therapist_id); end if;
     return null;
   end $$`,
  `create function note_public_change_of_user() returns trigger language plpgsql as $$
   begin
     insert into public_changes (therapist_id) values (new.id);
     return null;
   end $$`,
  ...Object.entries(TOLD).flatMap(([table, columns]) => [
    `create trigger ${table}_told after insert or delete on ${table} for each row execute function note_public_change()`,
    `create trigger ${table}_told_anew after update on ${table} for each row when (${changed(columns)}) execute function note_public_change()`,
  ]),
  `create trigger users_told after update on users for each row when (old.is_active is distinct from new.is_active) execute function note_public_change_of_user()`,
];

const DOWN = [
  'drop trigger users_told on users',
  ...Object.keys(TOLD).flatMap((table) => [`drop trigger ${table}_told on ${table}`, `drop trigger ${table}_told_anew on ${table}`]),
  'drop function note_public_change()',
  'drop function note_public_change_of_user()',
  'drop table public_changes',
];
