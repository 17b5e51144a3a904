import { MigrationInterface, QueryRunner } from 'typeorm';

/** What is asked of a calendar while one worker writes to it is told apart from what was asked before, and links that Google makes are waited for. What an event is called by its therapist stays. */
export class WishesOfCalendars1764600400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar_appointments add column wish int not null default 0, add column link_until timestamptz, add column retitled boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar_appointments drop column wish, drop column link_until, drop column retitled');
  }
}
