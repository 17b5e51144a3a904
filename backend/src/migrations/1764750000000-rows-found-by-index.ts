import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since an address can have several rows, no index found them all: each booking read every client. Likewise a form's version, when the next one is stored. */
export class RowsFoundByIndex1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index clients_email on clients (email)');
    await runner.query('create index intake_requests_version on intake_requests (version_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index intake_requests_version');
    await runner.query('drop index clients_email');
  }
}
