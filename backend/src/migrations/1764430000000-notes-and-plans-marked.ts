import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Session notes and their history, care plans and who booked an appointment carry the product's mark. Rows of before are marked once, when the
 * API starts. Whoever seals values anew may do that and nothing else; of a history the product forgets edits alone.
 */
export class NotesAndPlansMarked1764430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: what a therapist signed or kept private could be changed in the table again.');
  }
}

const UP = [
  // What is in a note's history: every version from this one on. Of a version: the last one before it that is never forgotten.
  `alter table session_notes add texts_mark bytea, add mark bytea, add history_from int`,
  `alter table session_note_versions add texts_mark bytea, add mark bytea, add kept_before int`,
  `alter table care_plans add texts_mark bytea, add mark bytea`,
  `alter table bookings add mark bytea`,
  // The beginning of a sealed value names the key it is sealed under.
  `create function is_sealed_anew(old_value bytea, new_value bytea) returns boolean language sql immutable as $$
   select old_value is not distinct from new_value
     or (octet_length(old_value) > 1 and octet_length(new_value) > 1
       and substring(old_value for 2 + get_byte(old_value, 1)) <> substring(new_value for 2 + get_byte(new_value, 1)))
   $$`,
  // A note that is not tied to a person goes with its appointment to another one, and is sealed for them.
  `create or replace function keep_signed_note() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.signed_at is not null then raise exception 'a signed note is not deleted'; end if;
       return old;
     end if;
     if old.signed_at is null then return new; end if;
     if coalesce(current_setting('attune.sealing_anew', true), '') = 'on' then
       if (old.therapist_id, old.booking_id, old.is_client_visible, old.is_private, old.template, old.signed_at, old.version, old.history_from, old.created_at, old.texts_mark)
          is distinct from (new.therapist_id, new.booking_id, new.is_client_visible, new.is_private, new.template, new.signed_at, new.version, new.history_from, new.created_at, new.texts_mark)
          or (old.client_id = new.client_id and not (public.is_sealed_anew(old.title, new.title) and public.is_sealed_anew(old.content, new.content)
            and coalesce(public.is_sealed_anew(old.summary, new.summary), false) and coalesce(public.is_sealed_anew(old.tags, new.tags), false)))
       then raise exception 'a signed note is not changed'; end if;
       return new;
     end if;
     if (old.title, old.content, old.tags, old.therapist_id, old.client_id, old.booking_id, old.is_client_visible, old.is_private, old.template, old.created_at)
        is distinct from (new.title, new.content, new.tags, new.therapist_id, new.client_id, new.booking_id, new.is_client_visible, new.is_private, new.template, new.created_at)
        or (old.history_from is not null and old.history_from is distinct from new.history_from)
        or (new.signed_at is not null and new.signed_at <> old.signed_at)
     then raise exception 'a signed note is not changed'; end if;
     return new;
   end $$`,
  // Rows of before get what they are marked with, once.
  `create or replace function keep_note_version() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.kind <> 'edited' and exists (select from session_notes n where n.id = old.note_id) then raise exception 'a version of a note is not deleted'; end if;
       return old;
     end if;
     if (old.id, old.note_id, old.version, old.kind, old.actor_id, old.is_client_visible, old.is_private, old.created_at)
        is distinct from (new.id, new.note_id, new.version, new.kind, new.actor_id, new.is_client_visible, new.is_private, new.created_at)
        or (old.mark is not null and (old.mark, old.texts_mark, old.kept_before) is distinct from (new.mark, new.texts_mark, new.kept_before))
        or ((old.title, old.content, old.tags, old.remark) is distinct from (new.title, new.content, new.tags, new.remark)
          and not (coalesce(current_setting('attune.sealing_anew', true), '') = 'on'
            and coalesce(public.is_sealed_anew(old.title, new.title), false) and coalesce(public.is_sealed_anew(old.content, new.content), false)
            and coalesce(public.is_sealed_anew(old.tags, new.tags), false) and coalesce(public.is_sealed_anew(old.remark, new.remark), false)))
     then raise exception 'a version of a note is not changed'; end if;
     return new;
   end $$`,
  `drop trigger session_note_versions_kept on session_note_versions`,
  `create trigger session_note_versions_kept before update or delete on session_note_versions for each row execute function keep_note_version()`,
];
