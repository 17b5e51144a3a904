import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A session that ended has ended: whoever kept its row cannot put it back, for what ended is noted by the database itself, in a table that the
 * application's role only reads. A session says by which trust of a browser it stands, so those of before begin anew.
 */
export class SessionsThatEnded1764472000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  'delete from sessions where trust_id is not null',
  'create table ended_sessions (id uuid primary key, until timestamptz not null)',
  'create index ended_sessions_until on ended_sessions (until)',
  // What could not live any more is let go a little at a time, by whoever ends the next one.
  `create function note_ended_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
   begin
     insert into ended_sessions (id, until) values (old.id, greatest(old.absolute_expires_at, now()) + interval '1 day') on conflict do nothing;
     delete from ended_sessions where id in (select e.id from ended_sessions e where e.until < now() limit 20);
     return null;
   end $$`,
  `create function keep_session_ended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
   begin
     if tg_op = 'UPDATE' and new.id <> old.id then raise exception 'a session stays the one that it is'; end if;
     if tg_op = 'INSERT' and exists (select from ended_sessions e where e.id = new.id) then raise exception 'this session has ended'; end if;
     return new;
   end $$`,
  'create trigger sessions_ended after delete on sessions for each row execute function note_ended_session()',
  'create trigger sessions_kept_ended before insert or update of id on sessions for each row execute function keep_session_ended()',
];

const DOWN = [
  'drop trigger sessions_kept_ended on sessions',
  'drop trigger sessions_ended on sessions',
  'drop function keep_session_ended()',
  'drop function note_ended_session()',
  'drop table ended_sessions',
];
