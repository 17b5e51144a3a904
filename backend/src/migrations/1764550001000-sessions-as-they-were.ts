import { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of a session besides its status: its client did not come, or it ended at another time than was planned. */
export class SessionsAsTheyWere1764550001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table bookings add no_show_at timestamptz, add ran_until timestamptz,
      add constraint bookings_no_show check (no_show_at is null or status <> 'cancelled'),
      add constraint bookings_ran_until check (ran_until is null or (ran_until > starts_at and ran_until <= ends_at + interval '4 hours' and status <> 'cancelled'))`);
    await runner.query('create index bookings_no_shows on bookings (therapist_id) where no_show_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings drop no_show_at, drop ran_until');
  }
}
