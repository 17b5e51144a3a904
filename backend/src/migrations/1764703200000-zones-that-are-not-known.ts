import { MigrationInterface, QueryRunner } from 'typeorm';

/** A zone that the database does not know is UTC to what looks at the rows of everybody: one name does not stop all of them. */
export class ZonesThatAreNotKnown1764703200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create function zone_or_utc(zone text) returns text language plpgsql stable strict as $$
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      return 'UTC';
    end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function zone_or_utc(text)');
  }
}
