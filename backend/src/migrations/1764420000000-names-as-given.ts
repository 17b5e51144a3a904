import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a client is called in a practice's records: as they last booked themselves, or else as the first booking for their address said.
 * Whoever books for somebody's address later names nobody anew.
 */
export class NamesAsGiven1764420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create view client_names as
      select distinct on (therapist_id, client_id) therapist_id, client_id, client_name as name from bookings where client_name <> ''
      order by therapist_id, client_id, by_stranger, case when by_stranger then created_at end, created_at desc, id desc`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view client_names');
  }
}
