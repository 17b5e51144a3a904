import type { MigrationInterface, QueryRunner } from 'typeorm';

const practices = (more: string): string => `create or replace view practices_with_clients as select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist'
  and (${more}exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = u.id and a.verified_at is not null))`;

/** Whoever runs the installation vouches for a practice by taking it in: its clients have no accounts here yet, and it is none of those that anybody makes. */
export class ImportedPracticesAreKnown1765320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column imported_at timestamptz');
    await runner.query(`update users u set imported_at = now() where user_type = 'therapist'
      and exists (select from activity_log l where l.subject_type = 'therapist' and l.subject_id = u.id and l.action = 'import_practice')`);
    await runner.query(practices('u.imported_at is not null or '));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(practices(''));
    await runner.query('alter table users drop column imported_at');
  }
}
