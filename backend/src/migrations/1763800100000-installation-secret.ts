import { MigrationInterface, QueryRunner } from 'typeorm';

/** The root of all derived keys, wrapped by every encryption key in use: encryption keys can be replaced. */
export class InstallationSecret1763800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: without the secret no digest, code or signature would be recognised.');
  }
}

const STATEMENTS = [
  `create table installation_secret (
    key_id text primary key,
    wrapped bytea,
    check (wrapped is not null or key_id in ('a random secret', 'the oldest key'))
  )`,
  // What the first process that starts makes the secret from. Where people have worked already, digests and signatures follow from the oldest key.
  `insert into installation_secret (key_id)
   select case when exists (select from activity_log) or exists (select from users) or exists (select from administrators)
     then 'the oldest key' else 'a random secret' end`,
];
