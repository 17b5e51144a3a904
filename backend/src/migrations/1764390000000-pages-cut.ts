import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a page of a file has more text than is read of one file, or of all files of a note. */
export class PagesCut1764390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_note_file_pages add column is_cut boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_note_file_pages drop column is_cut');
  }
}
