import { MigrationInterface, QueryRunner } from 'typeorm';

/** A therapist may take no new bookings for a while, and say why. */
export class PausedBookings1764000100002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table therapist_profiles
      add column bookings_paused boolean not null default false,
      add column bookings_paused_message text check (length(bookings_paused_message) between 1 and 300)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table therapist_profiles drop column bookings_paused, drop column bookings_paused_message');
  }
}
