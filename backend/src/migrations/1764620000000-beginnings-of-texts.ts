import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lists show of notes and care plans is sealed beside the whole of them, which is opened for its own screen alone. Rows of before get theirs
 * when they are saved, or shown in a list for the first time.
 */
export class BeginningsOfTexts1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_notes add beginning bytea');
    await runner.query('alter table care_plans add beginning bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table care_plans drop beginning');
    await runner.query('alter table session_notes drop beginning');
  }
}
