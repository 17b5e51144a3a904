import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who deletes a note, or a file of one, takes its jobs back, and looks through no others for them. */
export class JobsOfNotesByPayload1765310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index outbox_of_notes on outbox using hash (payload) where job in ('read-note-file', 'analyse-note', 'analyse-file')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_of_notes');
  }
}
