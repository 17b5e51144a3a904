import { MigrationInterface, QueryRunner } from 'typeorm';

/** How often something happened in an hour that anybody can do as often as they like: the log gets the first and the total. */
export class ActivityTallies1763800403000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table activity_tallies (
      hour timestamptz not null,
      action text not null,
      source bytea not null,
      hits int not null,
      primary key (hour, action, source)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table activity_tallies`);
  }
}
