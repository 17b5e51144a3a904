import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';

export const CARE_PLAN_OWNER = new Ownership('care_plans', ['therapist_id', 'client_id']);

/** A care plan; its texts are encrypted, the actions as a JSON list. */
@Entity('care_plans')
export class CarePlan {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') client_id: string;
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') title: Buffer;
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') description: Buffer;
  @Sealed({ owner: CARE_PLAN_OWNER }) @Column('bytea') recommended_actions: Buffer;
  /** yyyy-MM-dd */
  @Column('date', { nullable: true }) follow_up_date: string | null;
  @Column('timestamptz', { nullable: true }) published_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
