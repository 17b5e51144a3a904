import { MigrationInterface, QueryRunner } from 'typeorm';

/** What a therapist keeps about a client beside sessions, forms, notes and plans. */
export class ClientRecords1764551000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table client_records (
      id uuid primary key,
      therapist_id uuid not null references users (id) on delete cascade,
      client_id uuid not null references clients (id) on delete cascade,
      remark bytea,
      discharged_on date,
      version int not null check (version > 0),
      updated_at timestamptz not null,
      unique (therapist_id, client_id)
    )`);
    await runner.query('create index client_records_client on client_records (client_id)');
    await runner.query('create index bookings_of_client_here on bookings (therapist_id, client_id, starts_at desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index bookings_of_client_here');
    await runner.query('drop table client_records');
  }
}
