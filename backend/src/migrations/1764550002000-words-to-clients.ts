import { MigrationInterface, QueryRunner } from 'typeorm';

/** What a therapist says to a client about a change of their appointment; read behind the link, never in a mail. */
export class WordsToClients1764550002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings add word bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bookings drop word');
  }
}
