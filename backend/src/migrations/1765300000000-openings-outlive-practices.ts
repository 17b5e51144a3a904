import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who opened a record in an emergency stays known as long as the log is kept, by ids as there: also once the practice, or the client, is gone. */
export class OpeningsOutlivePractices1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table break_glass_therapists drop constraint break_glass_therapists_therapist_id_fkey');
    await runner.query('alter table break_glass_grants drop constraint break_glass_grants_client_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table break_glass_therapists add constraint break_glass_therapists_therapist_id_fkey foreign key (therapist_id) references users (id) not valid');
    await runner.query('alter table break_glass_grants add constraint break_glass_grants_client_id_fkey foreign key (client_id) references clients (id) not valid');
  }
}
