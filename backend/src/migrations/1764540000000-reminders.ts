import { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that remind clients of their appointments: when a therapist wants them sent, who wants none, and which went out. */
export class Reminders1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index bookings_upcoming');
    for (const table of ['booking_reminders', 'stopped_reminders', 'service_reminders', 'reminder_settings']) await runner.query(`drop table ${table}`);
  }
}

const UP = [
  // Without a row the defaults hold. Quiet hours are minutes of the client's day, and may go over midnight.
  `create table reminder_settings (
    therapist_id uuid primary key references users (id) on delete cascade,
    hours_before int not null check (hours_before between 0 and 168),
    quiet_from int check (quiet_from between 0 and 1439),
    quiet_to int check (quiet_to between 0 and 1439),
    updated_at timestamptz not null,
    check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from coalesce(quiet_to, -1))
  )`,
  // What is another time for one service.
  `create table service_reminders (
    service_id uuid primary key references services (id) on delete cascade,
    hours_before int not null check (hours_before between 0 and 168)
  )`,
  `create table stopped_reminders (
    client_id uuid primary key references clients (id) on delete cascade,
    stopped_at timestamptz not null
  )`,
  // One for each time that an appointment has: a moved one is reminded of anew.
  `create table booking_reminders (
    id uuid primary key,
    booking_id uuid not null references bookings (id) on delete cascade,
    starts_at timestamptz not null,
    created_at timestamptz not null,
    unique (booking_id, starts_at)
  )`,
  'create index booking_reminders_old on booking_reminders (starts_at)',
  `create index bookings_upcoming on bookings (starts_at) where status = 'confirmed'`,
];
