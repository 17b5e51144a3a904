import { MigrationInterface, QueryRunner } from 'typeorm';

/** A seal carries the product's mark: whoever can do anything to the tables can compute a chain, and no mark. Those of before need none once their month is signed. */
export class SealsMarked1764340001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table activity_seals add mark bytea');
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: who made a seal could not be told any more.');
  }
}
