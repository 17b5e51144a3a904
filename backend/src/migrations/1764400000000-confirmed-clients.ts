import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * To which practices a client belongs by a deed of their own: they booked with a proved address, confirmed the practice in the portal, or
 * completed a form that was mailed to them. What a therapist alone says, such as that an appointment took place, is no such deed.
 */
export class ConfirmedClients1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create view confirmed_clients as
      select therapist_id, client_id from bookings where not by_stranger
      union all
      select therapist_id, client_id from intake_requests where completed_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view confirmed_clients');
  }
}
