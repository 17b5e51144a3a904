import { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails about an account that wait to be sent: where they go is kept apart from their jobs, for the account may be gone by then. */
export class AccountNotices1764850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table account_notices (
      id uuid primary key,
      kind text not null check (kind in ('browser_trusted', 'account_closed')),
      told bytea not null,
      created_at timestamptz not null
    )`);
    await runner.query('create index account_notices_created on account_notices (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_notices');
  }
}
