import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What somebody left with an address takes nothing of what is written for the address later, and a form that they began there is not gone on with from its mailbox. Who shares
 * what with whom is said in one place.
 */
export class WhatWasLeftStaysApart1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index clients_record_key');
    await runner.query('create unique index clients_record_key on clients (email, practice_id) where by_address and left_by is null');
    await runner.query('alter table intake_requests add column left_at timestamptz');
    await runner.query(`update intake_requests r set left_at = now() from clients c join clients p on p.id = c.left_by and not p.by_address
      where r.client_id = c.id and r.started_at is not null and r.completed_at is null`);
    await runner.query(`create view practices_with_clients as select u.id as therapist_id, u.created_at from users u where u.user_type = 'therapist'
      and exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = u.id and a.verified_at is not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view practices_with_clients');
    await runner.query('alter table intake_requests drop column left_at');
    await runner.query('drop index clients_record_key');
    await runner.query('create unique index clients_record_key on clients (email, practice_id) where by_address');
  }
}
