import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';

/** Hours of one day, or whole days. */
export const TIME_OFF_KINDS = ['block', 'holiday'] as const;
export type TimeOffKind = (typeof TIME_OFF_KINDS)[number];

export const TIME_OFF_OWNER = new Ownership('time_off', ['therapist_id']);

/** Time that cannot be booked: a block has instants, a holiday has days of the calendar. */
@OfPractice({ by: 'therapist_id' })
@Entity('time_off')
export class TimeOff {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') kind: TimeOffKind;
  /** What it is, for the therapist alone. */
  @Sealed({ owner: TIME_OFF_OWNER }) @Column('bytea', { nullable: true }) name: Buffer | null;
  @Column('timestamptz', { nullable: true }) starts_at: Date | null;
  @Column('timestamptz', { nullable: true }) ends_at: Date | null;
  /** yyyy-MM-dd; both are included. */
  @Column('date', { nullable: true }) first_date: string | null;
  @Column('date', { nullable: true }) last_date: string | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

/** The instants of time off `o` of a therapist whose zone is `zone`. */
export const timeOffInstants = (zone: string): { startsAt: string; endsAt: string } => ({
  startsAt: `coalesce(o.starts_at, o.first_date::timestamp at time zone ${zone})`,
  endsAt: `coalesce(o.ends_at, (o.last_date + 1)::timestamp at time zone ${zone})`,
});
