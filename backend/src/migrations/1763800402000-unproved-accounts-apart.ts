import { MigrationInterface, QueryRunner } from 'typeorm';

/** An account has an id of its own until its address is proved, and takes its person's then. */
export class UnprovedAccountsApart1763800402000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('This migration is not undone: unproved accounts belong to no person any more.');
  }
}

const FOLLOWS = 'foreign key (user_id) references users (id) on delete cascade on update cascade';

const STATEMENTS = [
  `alter table client_accounts
     drop constraint client_accounts_client_id_fkey,
     add foreign key (client_id) references users (id) on delete cascade on update cascade,
     add auto_login_until timestamptz`,
  ...['sign_in_codes', 'trusted_browsers', 'address_changes'].map(
    (table) => `alter table ${table} drop constraint ${table}_user_id_fkey, add constraint ${table}_user_id_fkey ${FOLLOWS}`,
  ),
  `delete from sessions s using client_accounts a where s.user_id = a.client_id and a.verified_at is null`,
  // Persons who were only made for such an account: nobody has booked with the address.
  `delete from clients c using client_accounts a
   where c.id = a.client_id and a.verified_at is null and not exists (select from therapist_clients t where t.client_id = c.id)`,
  // It opens only beside the id it was written under, and nobody has proved whose it is.
  `update client_accounts set date_of_birth = null where verified_at is null`,
  `update users u set id = gen_random_uuid() from client_accounts a where a.client_id = u.id and a.verified_at is null`,
];
