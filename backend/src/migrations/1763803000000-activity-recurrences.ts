import { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody does again and again within a quarter of an hour, such as reading a list: the log gets the first, what is new, and the total. */
export class ActivityRecurrences1763803000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table activity_recurrences (
      quarter timestamptz not null,
      key bytea not null,
      action text not null,
      actor_type text not null,
      actor_id uuid,
      subject_type text,
      subject_id uuid,
      clients_hash bytea not null,
      client_ids uuid[] not null,
      mark bytea not null,
      times int not null check (times > 0),
      primary key (quarter, key)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table activity_recurrences`);
  }
}
