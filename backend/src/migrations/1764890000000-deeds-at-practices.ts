import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a completed form says that somebody goes to a practice does not depend on where else they go: the practice would see that.
 */
export class DeedsAtPractices1764890000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(VIEW);
    await runner.query('alter table intake_requests drop column practice_known');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_requests add column practice_known boolean not null default true');
    await runner.query(`${VIEW} and practice_known`);
  }
}

const VIEW = `create or replace view confirmed_clients as
      select therapist_id, client_id from bookings where not by_stranger
      union all
      select therapist_id, client_id from intake_requests where completed_at is not null`;
