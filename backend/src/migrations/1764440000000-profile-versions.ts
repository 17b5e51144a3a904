import { MigrationInterface, QueryRunner } from 'typeorm';

/** Each save of a profile has a number, so that one that began with an earlier profile does not overwrite a later one. */
export class ProfileVersions1764440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table therapist_profiles add version int not null default 1 check (version >= 1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table therapist_profiles drop column version');
  }
}
