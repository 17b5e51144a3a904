import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose an address is, by the product's own word: whoever can write the table of people or accounts cannot send their mail elsewhere. */
export class PersonAddresses1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table person_addresses (
      seq bigint generated always as identity primary key,
      person_id uuid not null,
      email_hash bytea not null,
      at timestamptz not null,
      mark bytea not null
    )`);
    await runner.query('create index person_addresses_person on person_addresses (person_id, at desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table person_addresses');
  }
}
