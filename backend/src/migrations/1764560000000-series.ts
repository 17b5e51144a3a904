import { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments that were made together, and the mail that tells of several changes at once. */
export class Series1764560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings add series_id uuid');
    await runner.query('create index bookings_series on bookings (series_id, starts_at) where series_id is not null');
    await runner.query('alter table booking_events add told_with uuid references booking_events on delete set null');
    await runner.query('create index booking_events_told_with on booking_events (told_with) where told_with is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table booking_events drop told_with');
    await runner.query('alter table bookings drop series_id');
  }
}
