import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A sign-in on its way carries the product's mark from its beginning on: over the browser that began it, its times, and whether its code was used.
 * Those of before begin anew; they last minutes.
 */
export class SignInsThatEnd1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from sign_in_flows');
    await runner.query('alter table sign_in_flows drop constraint sign_in_flows_mark, alter mark set not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from sign_in_flows');
    await runner.query('alter table sign_in_flows alter mark drop not null, add constraint sign_in_flows_mark check ((mark is null) = (code_hash is null))');
  }
}
