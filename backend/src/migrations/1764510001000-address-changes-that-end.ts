import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change of address carries the product's mark over all that it says: when it was confirmed, until when and by which link it is undone, and whether it
 * was. Who changed theirs within the last week cannot undo it any more; nobody can tell which of those rows are as the product wrote them.
 */
export class AddressChangesThatEnd1764510001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from address_changes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from address_changes');
  }
}
