import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who proved an address is a person; what others say of an address is a record of it, of the practice that says it. So no practice learns that two
 * addresses are one person, or that there is an account, before the person has gone there.
 */
export class RecordsOfAddresses1764730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clients add column by_address boolean not null default false, add column practice_id uuid references users (id)');
    await runner.query('alter table clients add constraint clients_record_check check (by_address or practice_id is null)');
    await runner.query('alter table clients drop constraint clients_email_key');
    await runner.query(`update clients c set by_address = true
      where not exists (select from client_accounts a where a.client_id = c.id and a.verified_at is not null)`);
    await runner.query(`update clients c set practice_id = t.therapist_id
      from (select client_id, (array_agg(therapist_id))[1] as therapist_id from therapist_clients group by client_id having count(*) = 1) t
      where t.client_id = c.id and c.by_address`);
    await runner.query('create unique index clients_person_key on clients (email) where not by_address');
    await runner.query('create unique index clients_record_key on clients (email, practice_id) where by_address');
    await runner.query('create index clients_practice_idx on clients (practice_id) where practice_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index clients_practice_idx');
    await runner.query('drop index clients_record_key');
    await runner.query('drop index clients_person_key');
    await runner.query('alter table clients add constraint clients_email_key unique (email)');
    await runner.query('alter table clients drop constraint clients_record_check');
    await runner.query('alter table clients drop column practice_id, drop column by_address');
  }
}
