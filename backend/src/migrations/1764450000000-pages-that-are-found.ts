import { MigrationInterface, QueryRunner } from 'typeorm';

/** Search engines list a therapist's page only where the therapist wants it. */
export class PagesThatAreFound1764450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table therapist_profiles add column search_listed boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table therapist_profiles drop column search_listed');
  }
}
