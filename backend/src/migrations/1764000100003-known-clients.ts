import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a practice knows: who booked with a proof of their address, or came. Anybody can book for somebody else's address. */
export class KnownClients1764000100003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create view known_clients as select therapist_id, client_id from bookings where not by_stranger or status = 'completed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view known_clients');
  }
}
