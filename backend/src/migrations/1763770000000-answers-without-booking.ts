import { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembered answers serve every route that repeats; which booking one was about is in the answer, and nobody asks for it. */
export class AnswersWithoutBooking1763770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys drop column booking_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys add column booking_id uuid references bookings (id)');
  }
}
