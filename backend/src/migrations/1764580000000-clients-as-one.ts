import { MigrationInterface, QueryRunner } from 'typeorm';

/** Two records of one person, as their therapist sees it: nothing else knows of it, and nothing is moved. */
export class ClientsAsOne1764580000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table client_links (
      therapist_id uuid not null references users (id) on delete cascade,
      client_id uuid not null references clients (id) on delete cascade,
      into_client_id uuid not null references clients (id) on delete cascade check (into_client_id <> client_id),
      linked_at timestamptz not null,
      primary key (therapist_id, client_id)
    )`);
    await runner.query('create index client_links_into on client_links (therapist_id, into_client_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table client_links');
  }
}
