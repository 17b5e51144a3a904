import { MigrationInterface, QueryRunner } from 'typeorm';

/** Every request asks the log whether its session ended, whatever the session's row says. */
export class EndsOfSessions1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index activity_log_session_ends on activity_log (subject_id, at) where action in (
      'logout', 'end_session', 'reset_administrator', 'disable_administrator', 'deactivate_therapist', 'second_factor_enabled', 'second_factor_disabled',
      'object_address_change', 'close_account', 'change_password', 'client_verify', 'change_address')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_session_ends');
  }
}
