import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The mark of a trusted browser says which row it is, from when, and when its sign-in was a proof last: put back after it was ended, it is told by
 * the log. Rows of before could be anybody's and go: their owners give a code once more.
 */
export class TrustThatEnds1764000202000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from trusted_browsers');
    await runner.query('alter table trusted_browsers add kept_at timestamptz not null');
    await runner.query(`create index activity_log_trust_ended on activity_log (subject_id, at)
      where action in ('client_verify', 'change_address', 'object_address_change', 'close_account', 'revoke_trusted_browser')`);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: what ended trust could not be told any more.');
  }
}
