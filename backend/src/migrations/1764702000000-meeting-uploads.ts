import { MigrationInterface, QueryRunner } from 'typeorm';

/** Sound that was recorded elsewhere: a file that comes block by block, until it is read. */
export class MeetingUploads1764702000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table meeting_uploads (
      id uuid primary key references meeting_sessions (id) on delete cascade,
      file_size bigint not null check (file_size > 0),
      block_bytes int not null check (block_bytes > 0)
    )`);
    await runner.query(`create table meeting_upload_blocks (
      session_id uuid not null references meeting_uploads (id) on delete cascade,
      block int not null check (block >= 0),
      storage_key text not null unique check (storage_key ~ '^[0-9a-f]{64}$'),
      stored_at timestamptz not null,
      primary key (session_id, block)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['meeting_upload_blocks', 'meeting_uploads']) await runner.query(`drop table ${table}`);
  }
}
