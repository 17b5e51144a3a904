import { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of session notes: what is known of them; their bytes lie encrypted in the file storage, under a key of their note. */
export class SessionNoteFiles1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_note_files');
    await runner.query('drop function keep_signed_note_files()');
    await runner.query('drop table session_note_keys');
  }
}

const UP = [
  // The one thing that opens a note's files: with it they are gone, wherever a copy of them lies.
  `create table session_note_keys (
    note_id uuid primary key references session_notes (id) on delete cascade,
    therapist_id uuid not null references users (id),
    wrapped_key bytea not null
  )`,
  `create table session_note_files (
    id uuid primary key,
    note_id uuid not null references session_notes (id) on delete cascade,
    therapist_id uuid not null references users (id),
    filename bytea not null,
    file_type text not null check (file_type in ('image', 'pdf')),
    media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
    file_size int not null check (file_size > 0),
    page_count int check (page_count >= 1),
    storage_key text not null unique check (storage_key ~ '^[0-9a-f]{64}$'),
    processing_status text not null check (processing_status in ('processing', 'completed', 'error')),
    error_reason text check (error_reason ~ '^[a-z_]{1,40}$'),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check ((file_type = 'pdf') = (media_type = 'application/pdf')),
    check ((processing_status = 'error') = (error_reason is not null))
  )`,
  `create index session_note_files_note on session_note_files (note_id, created_at, id)`,
  `create index session_note_files_therapist on session_note_files (therapist_id)`,
  // While a note is signed it keeps exactly its files; what is read of them goes on. A note that is deleted takes them along.
  `create function keep_signed_note_files() returns trigger language plpgsql as $$
   declare
     note uuid := case when tg_op = 'DELETE' then old.note_id else new.note_id end;
   begin
     if exists (select from session_notes where id = note and signed_at is not null) then raise exception 'a signed note keeps its files'; end if;
     return case when tg_op = 'DELETE' then old else new end;
   end $$`,
  `create trigger session_note_files_signed before insert or delete on session_note_files for each row execute function keep_signed_note_files()`,
];
