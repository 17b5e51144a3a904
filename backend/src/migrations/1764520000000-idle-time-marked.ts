import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Until when a session need not be used is marked, so that whoever writes the tables does not make one that nobody used live on; and trust that
 * stays when all other trust ends is kept after the log's entry of that. Sessions and trust of before say neither: everybody signs in once more.
 */
export class IdleTimeMarked1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from sessions');
    await runner.query('delete from trusted_browsers');
    await runner.query('alter table sessions add column idle_mark bytea not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sessions drop column idle_mark');
  }
}
