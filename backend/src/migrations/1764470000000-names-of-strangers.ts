import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A client who confirms a practice takes its appointments for theirs, and not the names that strangers gave for them: who booked an appointment
 * stays known beside that.
 */
export class NamesOfStrangers1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings add booked_by_stranger boolean not null default false');
    await runner.query('update bookings set booked_by_stranger = true where by_stranger');
    await runner.query(viewBy('booked_by_stranger'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(viewBy('by_stranger'));
    await runner.query('alter table bookings drop booked_by_stranger');
  }
}

const viewBy = (column: string): string => `create or replace view client_names as
  select distinct on (therapist_id, client_id) therapist_id, client_id, client_name as name from bookings where client_name <> ''
  order by therapist_id, client_id, ${column}, case when ${column} then created_at end, created_at desc, id desc`;
