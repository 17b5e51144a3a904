import { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's phone number is what they gave themselves: what a booking brought along stays with that booking. */
export class PhonesOfProvedAccounts1763803001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update clients c set phone = null
      where phone is not null
        and not exists (select from client_accounts a where a.client_id = c.id and a.verified_at is not null and a.phone = c.phone)`);
  }

  /** What was taken away is in the bookings. */
  async down(): Promise<void> {}
}
