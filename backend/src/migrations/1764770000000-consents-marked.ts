import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who agreed to be recorded carries the product's mark. Consents of before are marked once, when the API starts. */
export class ConsentsMarked1764770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} add column mark bytea`);
    // What the log knows of a consent's answers is asked whenever a session begins.
    await runner.query(`create index activity_log_recording_answers on activity_log (subject_id, at) where action in ('agree_to_recording', 'decline_recording', 'withdraw_recording_consent')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_recording_answers');
    for (const table of TABLES) await runner.query(`alter table ${table} drop column mark`);
  }
}

const TABLES = ['meeting_consents', 'meeting_consent_answers'];
