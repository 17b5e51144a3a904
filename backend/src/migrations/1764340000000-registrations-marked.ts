import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account that nobody has proved carries the product's mark of who registered it: the browser that signs in without a code. Accounts of before
 * are a day old at most and could be anybody's; they go, and who registered one does so again.
 */
export class RegistrationsMarked1764340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const unproved = 'select client_id from client_accounts where verified_at is null';
    await runner.query(`delete from sessions where user_id in (${unproved})`);
    await runner.query(`delete from users where id in (${unproved})`);
    await runner.query('update client_accounts set typed_by = null, auto_login_until = null');
    await runner.query('alter table client_accounts add registration_mark bytea');
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: who registered an account could be anybody again.');
  }
}
