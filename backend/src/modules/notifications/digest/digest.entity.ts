import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';

/** A morning's mail that was put in line: one for each day of a therapist. */
@OfPractice({ by: 'therapist_id' })
@KeptFor({ kind: 'morning mails that were sent', term: '7 days', why: 'None is sent twice.', over: `created_at < $1::timestamptz - interval '7 days'`, sweep: 'morning digests' })
@Entity('morning_digests')
export class MorningDigest {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** yyyy-MM-dd, where the therapist was then. */
  @Column('date') day: string;
  @Column('timestamptz') created_at: Date;
}
