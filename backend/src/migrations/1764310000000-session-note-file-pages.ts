import { MigrationInterface, QueryRunner } from 'typeorm';

/** What is read of the pages of a note's files, and what its therapist corrected of that. */
export class SessionNoteFilePages1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_note_file_pages');
  }
}

const UP = [
  // A row without a text is a page that is being read, or whose reading was cut short.
  `create table session_note_file_pages (
    id uuid primary key,
    file_id uuid not null references session_note_files (id) on delete cascade,
    page int not null check (page between 1 and 1000),
    tries int not null check (tries >= 0),
    engine text check (engine in ('text-layer', 'tesseract', 'vision')),
    instead_of_vision text check (instead_of_vision ~ '^[a-z_]{1,40}$'),
    confidence int check (confidence between 0 and 100),
    text bytea,
    unsure bytea,
    correction bytea,
    version int not null default 1 check (version >= 1),
    read_at timestamptz,
    corrected_at timestamptz,
    unique (file_id, page),
    check ((text is null) = (read_at is null) and (text is null) = (engine is null)),
    check ((correction is null) = (corrected_at is null)),
    check (text is not null or (unsure is null and correction is null))
  )`,
];
