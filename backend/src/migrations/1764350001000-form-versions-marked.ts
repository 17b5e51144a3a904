import { MigrationInterface, QueryRunner } from 'typeorm';

/** What a form asked carries the product's mark: nobody changes a question under the answers that were signed. Those of before are marked once, when the API starts. */
export class FormVersionsMarked1764350001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table intake_form_versions add mark bytea');
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: what was asked could be changed under its answers.');
  }
}
