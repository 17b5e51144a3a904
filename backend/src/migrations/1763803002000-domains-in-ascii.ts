import { domainToASCII } from 'node:url';
import { MigrationInterface, QueryRunner } from 'typeorm';

interface Row {
  id: string;
  email: string;
}

/** What people type now is looked up with its domain in ASCII: what was stored before is spelled the same way, unless somebody has that address already. */
export class DomainsInAscii1763803002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const free: Record<string, string> = {
      'clients.email': 'not exists (select from clients o where o.email = $2)',
      'users.email': `user_type = 'client' and not exists (select from users o where o.user_type = 'client' and o.email = $2)`,
      'bookings.client_email': 'true',
    };
    for (const [place, condition] of Object.entries(free)) {
      const [table = '', column = ''] = place.split('.');
      const rows = (await runner.query(`select id, ${column} as email from ${table} where ${column} ~ '@.*[^ -~]'`)) as Row[];
      for (const { id, email } of rows) {
        const at = email.lastIndexOf('@') + 1;
        const domain = domainToASCII(email.slice(at));
        if (domain) await runner.query(`update ${table} set ${column} = $2 where id = $1 and ${condition}`, [id, email.slice(0, at) + domain]);
      }
    }
  }

  /** The addresses lead to the same mailboxes. */
  async down(): Promise<void> {}
}
