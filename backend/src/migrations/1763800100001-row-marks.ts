import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions, administrators and emergency accesses carry a mark that only the product can make. Sessions of before have none and end: people
 * sign in once more. Administrators and accesses of before are marked at the API's first start.
 */
export class RowMarks1763800100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from sessions`);
    await runner.query(`alter table sessions add mark bytea not null`);
    await runner.query(`alter table administrators add mark bytea`);
    await runner.query(`alter table break_glass_grants add mark bytea`);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: rows without a mark could be anybody’s.');
  }
}
