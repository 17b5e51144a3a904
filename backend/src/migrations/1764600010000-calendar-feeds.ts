import { MigrationInterface, QueryRunner } from 'typeorm';

/** Calendars by an address: a therapist's appointments for others to show, and one foreign calendar that says when they are busy. */
export class CalendarFeeds1764600010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table calendar_feeds (
      therapist_id uuid primary key references users (id) on delete cascade,
      token_digest bytea not null unique,
      token bytea not null,
      created_at timestamptz not null,
      last_read_at timestamptz
    )`);
    await runner.query(`create table foreign_feeds (
      id uuid primary key,
      therapist_id uuid not null unique references users (id) on delete cascade,
      address bytea not null,
      validators bytea,
      read_zone text,
      failures int not null check (failures >= 0),
      reason text,
      turn int not null,
      due_at timestamptz not null,
      last_read_at timestamptz,
      whole_read_at timestamptz,
      created_at timestamptz not null,
      check ((failures = 0) = (reason is null))
    )`);
    await runner.query('create index foreign_feeds_due on foreign_feeds (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from busy_blocks where source = 'ics'`);
    await runner.query('drop table foreign_feeds');
    await runner.query('drop table calendar_feeds');
  }
}
