import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since an address can have several rows, no index found them all: each booking read every client. Likewise a form's version, when the next one is stored.
 * Bookings are looked for by their address no more.
 */
export class RowsFoundByIndex1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index clients_email on clients (email)');
    await runner.query('create index intake_requests_version on intake_requests (version_id)');
    await runner.query('drop index bookings_open_by_address');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index bookings_open_by_address on bookings (therapist_id, client_email, starts_at) where status = 'confirmed'`);
    await runner.query('drop index intake_requests_version');
    await runner.query('drop index clients_email');
  }
}
