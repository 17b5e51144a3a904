import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much a therapist stores; triggers of the tables that name stored objects count it. */
@Entity('stored_bytes')
export class StoredBytes {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('bigint') bytes: string;
}
