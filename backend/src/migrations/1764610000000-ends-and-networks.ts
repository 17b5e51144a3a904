import { MigrationInterface, QueryRunner } from 'typeorm';

const ENDS = `'logout', 'end_session', 'reset_administrator', 'disable_administrator', 'deactivate_therapist', 'second_factor_enabled', 'second_factor_disabled',
      'object_address_change', 'close_account', 'change_password', 'client_verify', 'change_address'`;

/** A session by trust ends with its trust, also in the log's eyes. Of one network one person at a time is offered a time by a practice. */
export class EndsAndNetworks1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_session_ends');
    await runner.query(`create index activity_log_session_ends on activity_log (subject_id, at) where action in (${ENDS}, 'revoke_trusted_browser')`);
    await runner.query('alter table waiting_requests add column network_hash bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_requests drop column network_hash');
    await runner.query('drop index activity_log_session_ends');
    await runner.query(`create index activity_log_session_ends on activity_log (subject_id, at) where action in (${ENDS})`);
  }
}
