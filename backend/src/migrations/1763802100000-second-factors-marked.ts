import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether somebody set two-step sign-in up is in the mark of the account, which therapists get as well: who takes the row of the second factor
 * away takes nothing away. When an administrator was last changed is in it, too, to be held against the log. Accounts of before are marked at the API's first start.
 */
export class SecondFactorsMarked1763802100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table administrators add has_second_factor boolean not null default false, add changed_at timestamptz');
    await runner.query('alter table users add has_second_factor boolean not null default false, add mark bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop mark, drop has_second_factor');
    await runner.query('alter table administrators drop changed_at, drop has_second_factor');
  }
}
