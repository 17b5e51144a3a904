import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a client is called, and whether they are known to the practice, stands beside each note, plan, form and consent: each such row read everything that
 * was ever booked for the client. Now its first entry of an index is enough.
 */
export class NamesByIndex1764795000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // In the order of the view client_names.
    await runner.query(`create index bookings_names on bookings (therapist_id, client_id, booked_by_stranger, (case when booked_by_stranger then created_at end), created_at desc, id desc)
      where client_name <> ''`);
    // Of the views known_clients and confirmed_clients, which ask for fewer.
    await runner.query(`create index bookings_known on bookings (client_id, therapist_id, by_stranger) where not by_stranger or status = 'completed'`);
    // The number that a client gave themselves, beside one that a visitor typed for them.
    await runner.query('create index bookings_own_phone on bookings (therapist_id, client_id, created_at desc) where not by_visitor and client_phone is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index bookings_own_phone');
    await runner.query('drop index bookings_known');
    await runner.query('drop index bookings_names');
  }
}
