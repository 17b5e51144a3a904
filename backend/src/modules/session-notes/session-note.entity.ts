import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../common/crypto/sealed';

/** A note about a client; its texts are encrypted. */
@Entity('session_notes')
export class SessionNote {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid', { nullable: true }) client_id: string | null;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Sealed() @Column('bytea') title: Buffer;
  @Sealed() @Column('bytea') content: Buffer;
  @Sealed() @Column('bytea', { nullable: true }) summary: Buffer | null;
  @Sealed() @Column('bytea', { nullable: true }) tags: Buffer | null;
  @Column('boolean', { default: false }) is_client_visible: boolean;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
