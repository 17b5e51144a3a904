import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What leads into an account carries a mark over whose it is: given to another account, the row leads nowhere. Rows of before have none and go:
 * who was on the way begins anew, and clients prove their address once more.
 */
export class RowsOfOneAccount1763802000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['trusted_browsers', 'sign_in_codes', 'address_changes']) {
      await runner.query(`delete from ${table}`);
      await runner.query(`alter table ${table} add mark bytea not null`);
    }
    await runner.query(`delete from sign_in_flows`);
    // It is whose the code is that the mark is about.
    await runner.query(`alter table sign_in_flows add mark bytea, add constraint sign_in_flows_mark check ((mark is null) = (code_hash is null))`);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: rows without a mark could be anybody’s.');
  }
}
