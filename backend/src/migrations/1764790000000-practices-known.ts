import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A form that was completed says that its practice is the person's own, but where they go to another one and did not say so of this one. */
export class PracticesKnown1764790000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_requests add column practice_known boolean not null default true');
    await runner.query(`${VIEW} and practice_known`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(VIEW);
    await runner.query('alter table intake_requests drop column practice_known');
  }
}

const VIEW = `create or replace view confirmed_clients as
      select therapist_id, client_id from bookings where not by_stranger
      union all
      select therapist_id, client_id from intake_requests where completed_at is not null`;
