import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever books without proving the address has a link of their own: what was changed by it is not told to the client as their deed. */
export class ChangesByTheBookersLink1764861000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table booking_events add by_booker boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table booking_events drop by_booker');
  }
}
