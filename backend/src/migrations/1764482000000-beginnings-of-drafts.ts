import { MigrationInterface, QueryRunner } from 'typeorm';

/** What a list shows of a draft is sealed beside the whole of it, which is opened for its own screen alone. */
export class BeginningsOfDrafts1764482000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_note_drafts add beginning bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_note_drafts drop beginning');
  }
}
