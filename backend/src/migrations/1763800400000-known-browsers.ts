import { MigrationInterface, QueryRunner } from 'typeorm';

/** Which browsers proved an account's address: they have codes of their own, which strangers cannot use up. */
export class KnownBrowsers1763800400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table known_browsers (
      user_id uuid not null references users (id) on delete cascade on update cascade,
      browser_hash bytea not null,
      proved_at timestamptz not null,
      primary key (user_id, browser_hash)
    )`);
    await runner.query(`create index known_browsers_browser on known_browsers (browser_hash)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table known_browsers`);
  }
}
