import { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of the mails about a booking: finds their jobs, and knows a reminder that was sent from one that was no longer needed. */
export class MailsOfBookings1764540001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_reminders');
    await runner.query('drop index outbox_booking_mails');
    await runner.query('alter table booking_reminders drop column sent_at');
  }
}

const UP = [
  'alter table booking_reminders add column sent_at timestamptz',
  `create index outbox_booking_mails on outbox ((payload ->> 'booking_event_id')) where job = 'send-booking-mail'`,
  `create index outbox_reminders on outbox ((payload ->> 'reminder_id')) where job = 'send-reminder'`,
];
