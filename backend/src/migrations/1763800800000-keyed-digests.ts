import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Secrets of browsers, links and sign-ins on their way are kept as keyed digests. Rows of before fit nothing any more and go: clients prove
 * their address once more, who was on the way begins anew, and links that object to a change of address end.
 */
export class KeyedDigests1763800800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['trusted_browsers', 'known_browsers', 'sign_in_codes', 'sign_in_flows', 'address_changes']) await runner.query(`delete from ${table}`);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: the digests of before are gone.');
  }
}
