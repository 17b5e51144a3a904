import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where an address was put back, the open links of whoever had it later do not give it to them any more. */
export class ChangesByOldAddress1764830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table address_changes add barred_at timestamptz');
    await runner.query('create index address_changes_old_email on address_changes (old_email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index address_changes_old_email');
    await runner.query('alter table address_changes drop barred_at');
  }
}
