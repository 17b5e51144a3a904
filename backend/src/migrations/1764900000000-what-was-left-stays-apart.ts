import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What somebody left with an address does not follow them once it may be another's, and a form that they began there is not gone on with from its mailbox. Who shares what with
 * whom is said in one place.
 */
export class WhatWasLeftStaysApart1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients add column left_at timestamptz, add column others_since timestamptz');
    // Since when is not known: whatever came from the mailbox may be somebody else's.
    await runner.query('update clients r set left_at = r.created_at, others_since = (select now() where exists (select from clients n where n.email = r.email and not n.by_address and n.id <> r.left_by)) where r.left_by is not null');
    await runner.query('alter table clients add constraint clients_left_at_check check ((left_by is null) = (left_at is null))');
    await runner.query(`create view deeds_by_mail as
      select client_id, created_at as at from bookings where not by_stranger or by_visitor and status <> 'cancelled'
      union all
      select client_id, started_at from intake_requests where started_at is not null
      union all
      select e.client_id, a.answered_at from meeting_consents e join meeting_consent_answers a on a.consent_id = e.id and a.party = 'client'`);
    await runner.query('alter table intake_requests add column left_at timestamptz');
    await runner.query(`update intake_requests r set left_at = now() from clients c join clients p on p.id = c.left_by and not p.by_address
      where r.client_id = c.id and r.started_at is not null and r.completed_at is null`);
    await runner.query(`create view practices_with_clients as select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist'
      and exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = u.id and a.verified_at is not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view practices_with_clients');
    await runner.query('alter table intake_requests drop column left_at');
    await runner.query('drop view deeds_by_mail');
    await runner.query('alter table clients drop constraint clients_left_at_check, drop column left_at, drop column others_since');
  }
}
