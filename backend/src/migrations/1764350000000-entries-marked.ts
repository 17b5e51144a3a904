import { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry of the log carries the product's mark: whoever may only write the table adds no deed. Those of before have none, and count by their number. */
export class EntriesMarked1764350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table activity_log add mark bytea');
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: who wrote an entry could not be told any more.');
  }
}
