import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody typed who did not sign in and did not prove the address is told apart from what the client said, until the client has opened the mailed link or confirmed it. */
export class TypedByVisitors1764785000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings add by_visitor boolean not null default false');
    await runner.query(`update bookings b set by_visitor = true
      where by_stranger and exists (select from booking_events e where e.booking_id = b.id and e.kind = 'booked' and e.actor = 'client')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings drop by_visitor');
  }
}
