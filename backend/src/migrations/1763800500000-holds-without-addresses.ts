import { MigrationInterface, QueryRunner } from 'typeorm';

/** What others hold for an email address changes no answer any more, so holds are not told apart by it. */
export class HoldsWithoutAddresses1763800500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table booking_holds drop column address_hash');
  }

  async down(): Promise<void> {
    throw new Error('The digests of the addresses are gone.');
  }
}
