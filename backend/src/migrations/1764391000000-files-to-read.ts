import { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds whose files are to be read, among all that were. */
export class FilesToRead1764391000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index session_note_files_processing on session_note_files (therapist_id) where processing_status = 'processing'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index session_note_files_processing');
  }
}
