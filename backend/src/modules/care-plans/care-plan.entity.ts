import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';

export const CARE_PLAN_OWNER = new Ownership('care_plans', ['therapist_id', 'client_id']);
/** As of a session note: an earlier one that is put back into the table does not open. */
export const PLAN_BEGINNING_OWNER = new Ownership('care_plans', ['therapist_id', 'client_id', 'texts_mark']);

/** Who is reminded of a follow-up. */
export const REMINDED = ['therapist', 'client'] as const;
export type Reminded = (typeof REMINDED)[number];

/** A care plan; its texts are encrypted. */
@OfPractice({ by: 'therapist_id', without: { texts_mark: 'Made anew where it is imported.', mark: 'Made anew where it is imported.', beginning: 'Made of the texts.' } })
@Entity('care_plans')
export class CarePlan {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') client_id: string;
  /** The note that it came from. */
  @Column('uuid', { nullable: true }) note_id: string | null;
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') title: Buffer;
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') description: Buffer;
  /** A JSON list, see `actionsFrom`. */
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') recommended_actions: Buffer;
  /** A JSON list; null for none. */
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea', { nullable: true }) goals: Buffer | null;
  /** yyyy-MM-dd, in the therapist's zone */
  @Column('date', { nullable: true }) follow_up_date: string | null;
  /** Since when the client sees it. */
  @Column('timestamptz', { nullable: true }) published_at: Date | null;
  /** Since when the client, who saw it before, no longer does. */
  @Column('timestamptz', { nullable: true }) withdrawn_at: Date | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  /** What the texts say, see `RowMarks`. */
  @Column('bytea', { nullable: true }) texts_mark: Buffer | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
  /** What a client's list shows of the texts; null in rows of before there was one, until they are listed. */
  @Sealed({ owner: PLAN_BEGINNING_OWNER }) @Column('bytea', { nullable: true }) beginning: Buffer | null;
}

/** An action that the client has ticked off. */
@OfPractice({ by: 'plan_id', in: 'care_plans' })
@Entity('care_plan_ticks')
export class CarePlanTick {
  @PrimaryColumn('uuid') plan_id: string;
  @PrimaryColumn('uuid') action_id: string;
  @Column('timestamptz') done_at: Date;
}

/** A mail about a follow-up that was handed to the worker. */
@OfPractice({ by: 'plan_id', in: 'care_plans' })
@Entity('care_plan_reminders')
export class CarePlanReminder {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') plan_id: string;
  @Column('date') follow_up_date: string;
  @Column('text') recipient: Reminded;
  @Column('timestamptz') created_at: Date;
}
