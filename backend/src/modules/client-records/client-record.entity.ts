import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';

export const CLIENT_RECORD_OWNER = new Ownership('client_records', ['therapist_id', 'client_id']);

/** What a therapist keeps about a client, for themselves alone. */
@OfPractice({ by: 'therapist_id' })
@Entity('client_records')
export class ClientRecord {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') client_id: string;
  @Sealed({ owner: CLIENT_RECORD_OWNER }) @Column('bytea', { nullable: true }) remark: Buffer | null;
  /** yyyy-MM-dd, in the therapist's zone */
  @Column('date', { nullable: true }) discharged_on: string | null;
  @Column('int') version: number;
  @Column('timestamptz') updated_at: Date;
}
