import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An address that gets no more mail of a practice which nobody there went to. Of the address a keyed digest is kept. */
export class MailsThatEnd1764811000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table mail_ends (
      therapist_id uuid not null references users (id) on delete cascade,
      address_hash bytea not null,
      ended_at timestamptz not null,
      primary key (therapist_id, address_hash)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mail_ends');
  }
}
