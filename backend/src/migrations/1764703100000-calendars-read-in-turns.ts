import { MigrationInterface, QueryRunner } from 'typeorm';

/** A calendar of many pages is read in several turns, so that others come in between: how far it is read, and what came so far. */
export class CalendarsReadInTurns1764703100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar_readings');
    await runner.query('alter table calendar_connections drop column goes_on_until');
  }
}

const UP = [
  // One at a time: the next calendar is begun when this one is read.
  `create table calendar_readings (
    therapist_id uuid primary key references calendar_connections (therapist_id) on delete cascade,
    source_id uuid not null unique references calendar_sources (id) on delete cascade,
    page bytea not null,
    pages int not null check (pages > 0),
    blocks boolean not null,
    takes_appointments boolean not null,
    full_synced_at timestamptz,
    began_at timestamptz not null,
    reads_from timestamptz,
    reads_to timestamptz,
    event_keys text[] not null,
    starts_at timestamptz[] not null,
    ends_at timestamptz[] not null,
    known_until timestamptz,
    awaited_events text[] not null,
    awaited_etags text[] not null,
    check ((reads_from is null) = (reads_to is null)),
    check (cardinality(event_keys) = cardinality(starts_at) and cardinality(event_keys) = cardinality(ends_at) and cardinality(event_keys) <= 10000),
    check (cardinality(awaited_events) = cardinality(awaited_etags))
  )`,
  'alter table calendar_connections add column goes_on_until timestamptz',
];
