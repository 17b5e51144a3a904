import { MigrationInterface, QueryRunner } from 'typeorm';

/** Slots of notetakers are few: a therapist has one at a time. */
export class OneNotetakerAtATime1764702500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create unique index meeting_sessions_notetaker on meeting_sessions (therapist_id) where route = 'bot' and phase in ('queued', 'joining', 'lobby', 'in_call')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index meeting_sessions_notetaker');
  }
}
