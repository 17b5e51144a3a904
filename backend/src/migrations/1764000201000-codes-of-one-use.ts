import { MigrationInterface, QueryRunner } from 'typeorm';

/** The mark of a code is over its time, its tries, its use and its secrets as well. Codes of before, which live ten minutes, go. */
export class CodesOfOneUse1764000201000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from sign_in_codes');
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: what a code’s mark says cannot be taken back.');
  }
}
