import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Somebody who has an address for days alone, in which an earlier one can object, takes nothing along when they leave it; but what they signed and were sent there after they said that
 * they go to a practice is no less theirs: whoever has the address next is not shown it.
 */
export class PracticesClaimedInDays1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients add column claimed_by uuid, add constraint clients_claimed_check check (by_address or claimed_by is null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients drop constraint clients_claimed_check, drop column claimed_by');
  }
}
