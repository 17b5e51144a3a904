import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was typed into a form and never sent goes some time after nobody can send it any more; how much later is for upkeep to say. */
export class AnswersThatWereNotSent1765330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index intake_requests_unsent on intake_requests (coalesce(withdrawn_at, expires_at)) where completed_at is null and started_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index intake_requests_unsent');
  }
}
