import { MigrationInterface, QueryRunner } from 'typeorm';

/** Session notes that are written, signed and kept private, with their history and the drafts of their editor. */
export class SessionNoteHistory1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_note_drafts');
    await runner.query('drop table session_note_versions');
    await runner.query('drop trigger session_notes_signed on session_notes');
    await runner.query('drop function keep_signed_note(), keep_note_version()');
    await runner.query('alter table session_notes drop constraint session_notes_version_check, drop column signed_at, drop column is_private, drop column template');
  }
}

const UP = [
  `alter table session_notes
    add is_private boolean not null default false,
    add template text check (template in ('soap', 'dap', 'birp', 'free')),
    add signed_at timestamptz,
    add check (version >= 1),
    add check (not (is_private and is_client_visible))`,
  // Each deed has the number that the note had after it. Versions are never changed, and go with their note.
  `create table session_note_versions (
    id uuid primary key,
    note_id uuid not null references session_notes (id) on delete cascade,
    version int not null check (version >= 1),
    kind text not null check (kind in ('created', 'edited', 'signed', 'unlocked', 'amended')),
    actor_id uuid not null references users (id),
    title bytea,
    content bytea,
    tags bytea,
    remark bytea,
    is_client_visible boolean not null,
    is_private boolean not null,
    created_at timestamptz not null,
    unique (note_id, version),
    check ((kind in ('created', 'edited')) = (title is not null and content is not null)),
    check ((kind in ('unlocked', 'amended')) = (remark is not null))
  )`,
  // What an editor holds, of a note that is there or under an id that the editor made; without fields: it was saved or thrown away.
  `create table session_note_drafts (
    id uuid primary key,
    therapist_id uuid not null references users (id),
    note_id uuid references session_notes (id) on delete cascade,
    draft_id uuid,
    fields bytea,
    saved_at timestamptz not null,
    expires_at timestamptz not null,
    unique (therapist_id, note_id),
    unique (therapist_id, draft_id),
    check ((note_id is null) <> (draft_id is null))
  )`,
  `create index session_note_drafts_note on session_note_drafts (note_id) where note_id is not null`,
  `create index session_note_drafts_expires on session_note_drafts (expires_at)`,
  // Whoever seals values anew, under another key or for a person who was two, says so: the texts stay what they are.
  `create function keep_signed_note() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.signed_at is not null then raise exception 'a signed note is not deleted'; end if;
       return old;
     end if;
     if old.signed_at is null or current_setting('attune.sealing_anew', true) = 'on' then return new; end if;
     if (old.title, old.content, old.tags, old.therapist_id, old.client_id, old.booking_id, old.is_client_visible, old.is_private, old.template, old.created_at)
        is distinct from (new.title, new.content, new.tags, new.therapist_id, new.client_id, new.booking_id, new.is_client_visible, new.is_private, new.template, new.created_at)
        or (new.signed_at is not null and new.signed_at <> old.signed_at)
     then raise exception 'a signed note is not changed'; end if;
     return new;
   end $$`,
  `create trigger session_notes_signed before update or delete on session_notes for each row execute function keep_signed_note()`,
  `create function keep_note_version() returns trigger language plpgsql as $$
   begin
     if current_setting('attune.sealing_anew', true) = 'on' then return new; end if;
     raise exception 'a version of a note is not changed';
   end $$`,
  `create trigger session_note_versions_kept before update on session_note_versions for each row execute function keep_note_version()`,
];
