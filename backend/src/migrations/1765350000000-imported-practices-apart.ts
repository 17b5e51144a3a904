import type { MigrationInterface, QueryRunner } from 'typeorm';

const WITH_CLIENTS = `select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist' and u.imported_at is null
  and exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = u.id and a.verified_at is not null)`;
const IMPORTED = `select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist' and u.imported_at is not null`;

/** Two parts rather than a condition with `or`: whoever asks for all practices joins with each part once. */
export class ImportedPracticesApart1765350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index users_imported on users (id) where imported_at is not null');
    await runner.query(`create or replace view practices_with_clients as ${WITH_CLIENTS} union all ${IMPORTED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create or replace view practices_with_clients as select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist'
      and (u.imported_at is not null or exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = u.id and a.verified_at is not null))`);
    await runner.query('drop index users_imported');
  }
}
