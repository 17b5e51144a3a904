import { MigrationInterface, QueryRunner } from 'typeorm';

/** A booking's client has another address, which gets an invitation with a link of its own. */
export class AppointmentsReaddressed1764380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table booking_events drop constraint booking_events_kind_check');
    await runner.query(`alter table booking_events add constraint booking_events_kind_check check (kind in ('booked', 'moved', 'cancelled', 'readdressed'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from booking_events where kind = 'readdressed'`);
    await runner.query('alter table booking_events drop constraint booking_events_kind_check');
    await runner.query(`alter table booking_events add constraint booking_events_kind_check check (kind in ('booked', 'moved', 'cancelled'))`);
  }
}
