import { MigrationInterface, QueryRunner } from 'typeorm';

/** Where Google keeps the picture of somebody who signed in, until it is fetched. */
export class GooglePictures1763800700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table google_pictures (
      user_id uuid primary key references users (id) on delete cascade,
      url bytea not null,
      told_at timestamptz not null
    )`);
    await runner.query('create index google_pictures_told on google_pictures (told_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table google_pictures');
  }
}
