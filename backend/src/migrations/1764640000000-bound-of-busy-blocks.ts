import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many busy blocks a therapist has is counted with each change of them, and bounded: free times are made of all of them. Of those who have
 * more than are kept the nearest stay, and the time from there on is taken until their calendars are read again.
 */
export class BoundOfBusyBlocks1764640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const KEPT = 10_000;
const MOST = 25_000;

const UP = [
  // The blocks that are too many, by where the first of them begins.
  `with cuts as (
     select therapist_id, starts_at from (
       select therapist_id, starts_at, row_number() over (partition by therapist_id order by starts_at) as place from busy_blocks
     ) b where place = ${KEPT + 1}
   ), gone as (
     delete from busy_blocks b using cuts c where b.therapist_id = c.therapist_id and b.starts_at >= c.starts_at
     returning b.therapist_id, b.source, b.origin_id, c.starts_at as cut
   )
   insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at)
   select gen_random_uuid(), therapist_id, source, origin_id, 'beyond', cut, cut + interval '730 days' from (select distinct * from gone) g`,
  `alter table busy_versions add column blocks int not null default 0 constraint busy_versions_blocks check (blocks between 0 and ${MOST})`,
  'update busy_versions v set blocks = (select count(*) from busy_blocks b where b.therapist_id = v.therapist_id)',
  // In the order of therapists, so that two writers never wait for each other.
  `create or replace function note_busy_version() returns trigger language plpgsql as $$
   begin
     insert into busy_versions (therapist_id, version, blocks)
       select c.therapist_id, gen_random_uuid(), c.blocks from (select therapist_id, count(*)::int as blocks from changed group by therapist_id order by 1) c
     on conflict (therapist_id) do update
       set version = excluded.version, blocks = busy_versions.blocks + case when tg_op = 'INSERT' then excluded.blocks else 0 end;
     return null;
   end $$`,
  // Blocks go with their therapist, who then needs no version.
  `create or replace function renew_busy_version() returns trigger language plpgsql as $$
   begin
     update busy_versions v set version = gen_random_uuid(), blocks = v.blocks - c.blocks
       from (select b.therapist_id, g.blocks from busy_versions b
               join (select therapist_id, count(*)::int as blocks from changed group by therapist_id) g on g.therapist_id = b.therapist_id
              order by 1 for update of b) c
      where c.therapist_id = v.therapist_id;
     return null;
   end $$`,
];

const DOWN = [
  `create or replace function note_busy_version() returns trigger language plpgsql as $$
   begin
     insert into busy_versions (therapist_id, version) select c.therapist_id, gen_random_uuid() from (select distinct therapist_id from changed order by 1) c
     on conflict (therapist_id) do update set version = excluded.version;
     return null;
   end $$`,
  `create or replace function renew_busy_version() returns trigger language plpgsql as $$
   begin
     update busy_versions v set version = gen_random_uuid()
       from (select b.therapist_id from busy_versions b where b.therapist_id in (select therapist_id from changed) order by 1 for update) c where c.therapist_id = v.therapist_id;
     return null;
   end $$`,
  'alter table busy_versions drop column blocks',
  `delete from busy_blocks where event_key = 'beyond'`,
];
