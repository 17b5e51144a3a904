import { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may go on with a form carries a mark with its time. Browsers of before have none: they are asked for a code once. */
export class AdmissionsThatEnd1764522000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from intake_browsers');
    await runner.query('alter table intake_browsers add column mark bytea not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_browsers drop column mark');
  }
}
