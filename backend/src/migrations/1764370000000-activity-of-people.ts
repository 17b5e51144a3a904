import { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator reads what one therapist or administrator did, the newest first. */
export class ActivityOfPeople1764370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index activity_log_person on activity_log (actor_id, at desc, id desc) where actor_type in ('therapist', 'admin')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_log_person');
  }
}
