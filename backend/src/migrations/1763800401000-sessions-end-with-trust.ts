import { MigrationInterface, QueryRunner } from 'typeorm';

/** A session that a trusted browser began without a code ends with that trust. */
export class SessionsEndWithTrust1763800401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sessions add trust_id uuid references trusted_browsers (id) on delete cascade`);
    await runner.query(`create index sessions_trust on sessions (trust_id) where trust_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sessions drop column trust_id`);
  }
}
