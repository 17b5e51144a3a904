import { MigrationInterface, QueryRunner } from 'typeorm';

/** What people signed carries the product's mark: an earlier answer that is put back, or one that is gone, is not taken for what they signed. */
export class AnswersAsSigned1764521000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_requests add column answers_mark bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_requests drop column answers_mark');
  }
}
