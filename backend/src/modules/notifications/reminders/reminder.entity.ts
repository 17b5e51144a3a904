import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfNoPractice, OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';

/** When the clients of a therapist are reminded; without a row the defaults hold. */
@OfPractice({ by: 'therapist_id' })
@Entity('reminder_settings')
export class ReminderSettings {
  @PrimaryColumn('uuid') therapist_id: string;
  /** Before an appointment begins; 0: not at all. */
  @Column('int') hours_before: number;
  /** Minutes of the client's day in which no reminder is sent; over midnight where the end is before the start. */
  @Column('int', { nullable: true }) quiet_from: number | null;
  @Column('int', { nullable: true }) quiet_to: number | null;
  /** A mail to the therapist, in the morning of days with appointments. */
  @Column('boolean', { default: false }) morning_digest: boolean;
  @Column('timestamptz') updated_at: Date;
}

/** What is another time for one service. */
@OfPractice({ by: 'service_id', in: 'services' })
@Entity('service_reminders')
export class ServiceReminder {
  @PrimaryColumn('uuid') service_id: string;
  @Column('int') hours_before: number;
}

/** A client who wants no reminders, of any practice. */
@OfNoPractice('A client’s own, for all practices.')
@Entity('stopped_reminders')
export class StoppedReminders {
  @PrimaryColumn('uuid') client_id: string;
  @Column('timestamptz') stopped_at: Date;
}

/** A reminder that was put in line: one for each time that an appointment has. */
@OfPractice({ by: 'booking_id', in: 'bookings' })
@KeptFor({ kind: 'reminders that were sent', term: '30 days after the appointment', why: 'Whether somebody was reminded is asked soon after.', over: `starts_at < $1::timestamptz - interval '30 days'`, sweep: 'booking reminders' })
@Entity('booking_reminders')
export class BookingReminder {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') booking_id: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') created_at: Date;
  /** The last time; null also while it was not needed when its turn came. */
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
}
