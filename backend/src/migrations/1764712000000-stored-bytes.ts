import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How much each therapist stores of recorded sound and of files of notes, counted with each change of them. Whoever stores more holds the row until
 * the end of the transaction, so that what is asked of it within holds for all of the therapist's connections.
 */
export class StoredBytes1764712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Of rows called `c`: whose they are, and how many bytes. The smallest object takes a page of the disk. A block has room for the sound that is read of it as well. */
const COUNTED = {
  meeting_chunks: { whose: 's.therapist_id', bytes: 'greatest(c.frames * 2, 4096)', also: 'join meeting_sessions s on s.id = c.session_id' },
  meeting_upload_blocks: {
    whose: 's.therapist_id',
    bytes: '2 * greatest(least(u.block_bytes, u.file_size - c.block::bigint * u.block_bytes), 4096)',
    also: 'join meeting_uploads u on u.id = c.session_id join meeting_sessions s on s.id = c.session_id',
  },
  session_note_files: { whose: 'c.therapist_id', bytes: 'greatest(c.file_size, 4096)', also: '' },
} as const;

const sums = Object.entries(COUNTED).map(([table, { whose, bytes, also }]) => ({
  table,
  // In the order of therapists, so that two writers never wait for each other.
  sumOf: (rows: string): string => `select ${whose}, sum(${bytes})::bigint from ${rows} c ${also} group by 1 order by 1`,
}));

const UP = [
  // Nothing is stored between the sum and the count.
  `lock table ${Object.keys(COUNTED).join(', ')} in share row exclusive mode`,
  'create table stored_bytes (therapist_id uuid primary key references users (id) on delete cascade, bytes bigint not null constraint stored_bytes_bytes check (bytes >= 0))',
  `insert into stored_bytes (therapist_id, bytes)
     select therapist_id, sum(bytes) from (${sums.map(({ table, sumOf }) => `(${sumOf(table)})`).join(' union all ')}) as stored (therapist_id, bytes) group by 1`,
  `create function count_stored_bytes() returns trigger language plpgsql as $$
   begin
     execute format('insert into stored_bytes (therapist_id, bytes) %s on conflict (therapist_id) do update set bytes = stored_bytes.bytes + excluded.bytes', tg_argv[0]);
     return null;
   end $$`,
  // What goes with its therapist needs no count.
  `create function give_back_stored_bytes() returns trigger language plpgsql as $$
   begin
     execute format('update stored_bytes b set bytes = greatest(b.bytes - gone.bytes, 0) from (%s) as gone (therapist_id, bytes) where b.therapist_id = gone.therapist_id', tg_argv[0]);
     return null;
   end $$`,
  ...sums.flatMap(({ table, sumOf }) => [
    `create trigger ${table}_insert_counted after insert on ${table} referencing new table as changed for each statement execute function count_stored_bytes('${sumOf('changed')}')`,
    `create trigger ${table}_delete_counted after delete on ${table} referencing old table as changed for each statement execute function give_back_stored_bytes('${sumOf('changed')}')`,
  ]),
];

const DOWN = [
  ...sums.flatMap(({ table }) => [`drop trigger ${table}_insert_counted on ${table}`, `drop trigger ${table}_delete_counted on ${table}`]),
  'drop function count_stored_bytes()',
  'drop function give_back_stored_bytes()',
  'drop table stored_bytes',
];
