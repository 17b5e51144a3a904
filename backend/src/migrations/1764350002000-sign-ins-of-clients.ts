import { MigrationInterface, QueryRunner } from 'typeorm';

/** A client's sign-ins are found without walking through all that was done with their record. */
export class SignInsOfClients1764350002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index activity_log_sign_ins on activity_log using gin (client_ids)
      where action in ('register', 'login', 'logout', 'request_code', 'client_verify', 'client_verify_failed', 'trust_browser', 'revoke_trusted_browser')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_sign_ins');
  }
}
