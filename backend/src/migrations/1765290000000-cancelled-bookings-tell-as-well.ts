import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A booking that a visitor made at an address after somebody left it tells that the address may be another's, also once it is cancelled: with the record would go what that visitor wrote.
 * Whose it is the practice says, which knows them.
 */
export class CancelledBookingsTellAsWell1765290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(deedsByMail('by_visitor'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(deedsByMail(`by_visitor and status <> 'cancelled'`));
  }
}

const deedsByMail = (visitors: string): string => `create or replace view deeds_by_mail as
      select client_id, created_at as at from bookings where not by_stranger or ${visitors}
      union all
      select client_id, started_at from intake_requests where started_at is not null
      union all
      select e.client_id, a.answered_at from meeting_consents e join meeting_consent_answers a on a.consent_id = e.id and a.party = 'client' and a.way = 'link'`;
