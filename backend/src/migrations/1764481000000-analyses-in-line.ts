import { MigrationInterface, QueryRunner } from 'typeorm';

/** Who waits for an analysis is asked before each of them. */
export class AnalysesInLine1764481000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index session_note_analyses_waiting on session_note_analyses (therapist_id) where state = 'waiting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index session_note_analyses_waiting');
  }
}
