import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has clients is kept beside what they store: whoever adds up what the others store looks through nobody's bookings. */
export class StoredBytesOfPractices1765340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_bytes add column of_practice boolean not null default false');
    await runner.query('update stored_bytes b set of_practice = true from practices_with_clients w where w.therapist_id = b.therapist_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_bytes drop column of_practice');
  }
}
