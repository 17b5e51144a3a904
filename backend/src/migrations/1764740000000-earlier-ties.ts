import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whom practices had without a deed of the client's own before there were records of addresses: each gets a record of the practice's own, at the next
 * start of the API, as the texts that are kept of them are sealed for whose they are.
 */
export class EarlierTies1764740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table earlier_ties (
      client_id uuid not null,
      therapist_id uuid not null,
      primary key (client_id, therapist_id),
      foreign key (therapist_id, client_id) references therapist_clients (therapist_id, client_id) on delete cascade
    )`);
    await runner.query(`insert into earlier_ties (client_id, therapist_id)
      select t.client_id, t.therapist_id from therapist_clients t
      where not exists (select from confirmed_clients k where k.therapist_id = t.therapist_id and k.client_id = t.client_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table earlier_ties');
  }
}
