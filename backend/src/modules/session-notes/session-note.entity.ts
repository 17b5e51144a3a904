import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';

/** Whose a note is: its client's, or else its appointment's. */
export const SESSION_NOTE_OWNER = new Ownership('session_notes', ['therapist_id', { column: 'client_id', table: 'bookings', by: 'booking_id', otherwise: true }]);

/** A note about a client; its texts are encrypted. */
@Entity('session_notes')
export class SessionNote {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid', { nullable: true }) client_id: string | null;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea') title: Buffer;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea') content: Buffer;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea', { nullable: true }) summary: Buffer | null;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea', { nullable: true }) tags: Buffer | null;
  @Column('boolean', { default: false }) is_client_visible: boolean;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
