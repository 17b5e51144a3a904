import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../../common/practices/claims';

/** A morning's mail that was put in line: one for each day of a therapist. */
@OfPractice({ by: 'therapist_id' })
@Entity('morning_digests')
export class MorningDigest {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** yyyy-MM-dd, where the therapist was then. */
  @Column('date') day: string;
  @Column('timestamptz') created_at: Date;
}
