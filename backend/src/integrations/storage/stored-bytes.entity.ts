import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../common/practices/claims';

/** How much a therapist stores; triggers of the tables that name stored objects count it. */
@OfPractice({ by: 'therapist_id', notExported: 'Counted by the database.' })
@Entity('stored_bytes')
export class StoredBytes {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('bigint') bytes: string;
  /** Whether they had clients when they last stored something. */
  @Column({ type: 'boolean', default: false }) of_practice: boolean;
}
