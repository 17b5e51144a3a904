import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A care plan; its texts are encrypted, the actions as a JSON list. */
@Entity('care_plans')
export class CarePlan {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') client_id: string;
  @Column('bytea') title: Buffer;
  @Column('bytea') description: Buffer;
  @Column('bytea') recommended_actions: Buffer;
  /** yyyy-MM-dd */
  @Column('date', { nullable: true }) follow_up_date: string | null;
  @Column('timestamptz', { nullable: true }) published_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
