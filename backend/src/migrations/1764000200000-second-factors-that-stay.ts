import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An earlier row, put back with the mark that it had then, is told by the log: rows say in their mark from when they are, and the log, which nobody
 * takes entries out of, has a later entry. Of a second factor that is when it was confirmed and what its codes were; of a waiting session,
 * whether it may set one up. Rows of before are marked at the API's first start.
 */
export class SecondFactorsThatStay1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add second_factor_changed_at timestamptz');
    await runner.query('alter table sessions add sets_up_second_factor boolean not null default false');
    await runner.query('alter table second_factors add codes_changed_at timestamptz, add mark bytea');
    await runner.query(`create index activity_log_account_changes on activity_log (subject_id, at) where action in (
      'reset_administrator', 'disable_administrator', 'enable_administrator', 'change_password',
      'second_factor_enabled', 'second_factor_disabled', 'recovery_codes_renewed', 'recovery_code_used')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_account_changes');
    await runner.query('alter table second_factors drop mark, drop codes_changed_at');
    await runner.query('alter table sessions drop sets_up_second_factor');
    await runner.query('alter table users drop second_factor_changed_at');
  }
}
