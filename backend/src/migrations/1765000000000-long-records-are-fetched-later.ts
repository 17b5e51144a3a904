import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A long record that its person fetches from an address of before is moved by the worker. And of answers to consents, only those that came by a mailed link tell that somebody else may
 * have the mailbox: not what the person took back in their portal, nor what a therapist noted.
 */
export class LongRecordsAreFetchedLater1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients add column wanted_at timestamptz, add constraint clients_wanted_at_check check (wanted_at is null or left_by is not null)');
    await runner.query('create index clients_wanted on clients (id) where wanted_at is not null');
    await runner.query(deedsByMail(`a.party = 'client' and a.way = 'link'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(deedsByMail(`a.party = 'client'`));
    await runner.query('drop index clients_wanted');
    await runner.query('alter table clients drop constraint clients_wanted_at_check, drop column wanted_at');
  }
}

const deedsByMail = (answers: string): string => `create or replace view deeds_by_mail as
      select client_id, created_at as at from bookings where not by_stranger or by_visitor and status <> 'cancelled'
      union all
      select client_id, started_at from intake_requests where started_at is not null
      union all
      select e.client_id, a.answered_at from meeting_consents e join meeting_consent_answers a on a.consent_id = e.id and ${answers}`;
