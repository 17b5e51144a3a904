import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose a therapist's address is stands among the addresses too, as it is: mail goes there, whatever somebody writes into their account. And who
 * turned out to be whom counts with the product's mark: whoever writes the table reads nobody's part of the log as their own.
 */
export class AddressesOfTherapists1764480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table person_addresses add address text');
    await runner.query('alter table former_persons add mark bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table former_persons drop mark');
    await runner.query('alter table person_addresses drop address');
  }
}
