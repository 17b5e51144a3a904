import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which busy blocks a therapist has, as a name that changes with them: who knows the blocks of a version need not read thousands again.
 * A version is never given twice, also in a database that was put back from a copy.
 */
export class VersionsOfBusyBlocks1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OPERATIONS = ['insert', 'update', 'delete'] as const;

const UP = [
  'create table busy_versions (therapist_id uuid primary key references users (id) on delete cascade, version uuid not null)',
  'insert into busy_versions (therapist_id, version) select distinct therapist_id, gen_random_uuid() from busy_blocks',
  // In the order of therapists, so that two writers never wait for each other.
  `create function note_busy_version() returns trigger language plpgsql as $$
   begin
     insert into busy_versions (therapist_id, version) select c.therapist_id, gen_random_uuid() from (select distinct therapist_id from changed order by 1) c
     on conflict (therapist_id) do update set version = excluded.version;
     return null;
   end $$`,
  // Blocks go with their therapist, who then needs no version.
  `create function renew_busy_version() returns trigger language plpgsql as $$
   begin
     update busy_versions v set version = gen_random_uuid()
       from (select b.therapist_id from busy_versions b where b.therapist_id in (select therapist_id from changed) order by 1 for update) c where c.therapist_id = v.therapist_id;
     return null;
   end $$`,
  ...OPERATIONS.map((operation) => {
    const [rows, work] = operation === 'delete' ? ['old', 'renew_busy_version'] : ['new', 'note_busy_version'];
    return `create trigger busy_blocks_${operation}_noted after ${operation} on busy_blocks referencing ${rows} table as changed for each statement execute function ${work}()`;
  }),
];

const DOWN = [
  ...OPERATIONS.map((operation) => `drop trigger busy_blocks_${operation}_noted on busy_blocks`),
  'drop function note_busy_version()',
  'drop function renew_busy_version()',
  'drop table busy_versions',
];
