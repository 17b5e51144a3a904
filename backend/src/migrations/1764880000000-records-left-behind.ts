import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account was shown at an address is shown to no later account of it. Of accounts that were closed before, the log tells. */
export class RecordsLeftBehind1764880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients add column left_by uuid, add constraint clients_left_check check (by_address or left_by is null)');
    await runner.query('create index clients_left_by_idx on clients (left_by) where left_by is not null');
    await runner.query(`update clients r set left_by = c.id from clients c join activity_log l on l.subject_id = c.id and l.subject_type = 'client' and l.action = 'close_account'
      where c.by_address and r.email = c.email and r.by_address and r.created_at <= l.at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index clients_left_by_idx');
    await runner.query('alter table clients drop constraint clients_left_check, drop column left_by');
  }
}
