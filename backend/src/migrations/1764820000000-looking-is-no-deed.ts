import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Opening the mailed link said that one had booked: whose practice nobody confirmed is marked again, until the client says so themselves. */
export class LookingIsNoDeed1764820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update bookings b set by_visitor = true
      where by_stranger and not by_visitor and exists (select from booking_events e where e.booking_id = b.id and e.kind = 'booked' and e.actor = 'client')`);
  }

  /** Who had opened the link is not known any more. */
  async down(): Promise<void> {}
}
