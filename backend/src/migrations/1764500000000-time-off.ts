import { MigrationInterface, QueryRunner } from 'typeorm';

/** Time that a therapist takes out of what can be booked: hours of one day, or days with a name. */
export class TimeOff1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table time_off');
  }
}

const UP = [
  // Hours are instants, as those of an appointment are; days are days of the calendar, in whatever zone the therapist is then.
  `create table time_off (
    id uuid primary key,
    therapist_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('block', 'holiday')),
    name bytea,
    starts_at timestamptz,
    ends_at timestamptz,
    first_date date,
    last_date date,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (case kind
      when 'block' then starts_at is not null and ends_at > starts_at and ends_at <= starts_at + interval '25 hours' and first_date is null and last_date is null
      else first_date is not null and last_date between first_date and first_date + 366 and starts_at is null and ends_at is null
    end)
  )`,
  'create index time_off_therapist on time_off (therapist_id)',
];
