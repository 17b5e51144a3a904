import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

/** What a note can begin with. */
export const TEMPLATE_KEYS = ['soap', 'dap', 'birp', 'free'] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** What happened to a note. */
export const VERSION_KINDS = ['created', 'edited', 'signed', 'unlocked', 'amended'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** Whose a note is: its client's, or else its appointment's. */
export const SESSION_NOTE_OWNER = new Ownership('session_notes', ['therapist_id', { column: 'client_id', table: 'bookings', by: 'booking_id', otherwise: true }]);
/** What lists show of it is of these very texts: an earlier one that is put back into the table does not open. */
export const NOTE_BEGINNING_OWNER = new Ownership('session_notes', ['therapist_id', { column: 'client_id', table: 'bookings', by: 'booking_id', otherwise: true }, 'texts_mark']);
/** Of the note's client a version says nothing: no client is shown one, and it is found by its note alone. */
export const NOTE_VERSION_OWNER = new Ownership('session_note_versions', ['note_id', { column: 'therapist_id', table: 'session_notes', by: 'note_id' }]);
export const NOTE_DRAFT_OWNER = new Ownership('session_note_drafts', ['therapist_id', 'note_id', 'draft_id']);

/** A note about a client; its texts are encrypted. While it is signed, the database refuses every change of them. */
@OfPractice({ by: 'therapist_id', without: { texts_mark: 'Made anew where it is imported.', mark: 'Made anew where it is imported.', beginning: 'Made of the texts.' } })
@Entity('session_notes')
export class SessionNote {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid', { nullable: true }) client_id: string | null;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea') title: Buffer;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea') content: Buffer;
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea', { nullable: true }) summary: Buffer | null;
  /** A JSON array; null for none. */
  @Sealed({ owner: SESSION_NOTE_OWNER }) @Column('bytea', { nullable: true }) tags: Buffer | null;
  @Column('boolean', { default: false }) is_client_visible: boolean;
  /** In no export, no client's view and no analysis. */
  @Column('boolean', { default: false }) is_private: boolean;
  @Column('text', { nullable: true }) template: TemplateKey | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { nullable: true }) signed_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  /** From which version on the history is there: notes of before there was one have none of the earlier ones. */
  @Column('int', { nullable: true }) history_from: number | null;
  /** What the texts say, see `RowMarks`. */
  @Column('bytea', { nullable: true }) texts_mark: Buffer | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
  /** What a list shows of the texts; null in rows of before there was one, until they are listed. */
  @Sealed({ owner: NOTE_BEGINNING_OWNER }) @Column('bytea', { nullable: true }) beginning: Buffer | null;
}

/** One deed in a note's history, with the texts where it changed them. */
@OfPractice({ by: 'note_id', in: 'session_notes', goesWith: 'session_notes', without: { texts_mark: 'Made anew where it is imported.', mark: 'Made anew where it is imported.' } })
@Entity('session_note_versions')
export class SessionNoteVersion {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') note_id: string;
  @Column('int') version: number;
  @Column('text') kind: VersionKind;
  @Column('uuid') actor_id: string;
  @Sealed({ owner: NOTE_VERSION_OWNER }) @Column('bytea', { nullable: true }) title: Buffer | null;
  @Sealed({ owner: NOTE_VERSION_OWNER }) @Column('bytea', { nullable: true }) content: Buffer | null;
  @Sealed({ owner: NOTE_VERSION_OWNER }) @Column('bytea', { nullable: true }) tags: Buffer | null;
  /** The reason of an unlocking, the text of an amendment. */
  @Sealed({ owner: NOTE_VERSION_OWNER }) @Column('bytea', { nullable: true }) remark: Buffer | null;
  @Column('boolean') is_client_visible: boolean;
  @Column('boolean') is_private: boolean;
  @Column('timestamptz') created_at: Date;
  /** The version before this one that is never forgotten: so a history names what is missing of it. */
  @Column('int', { nullable: true }) kept_before: number | null;
  @Column('bytea', { nullable: true }) texts_mark: Buffer | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** What an editor held last; without fields it was saved or thrown away, and takes nothing any more. */
@OfPractice({ by: 'therapist_id', without: { beginning: 'Made of the texts.' } })
@KeptFor({ kind: 'drafts of notes', term: '30 days after they were changed last', why: 'What was not saved by then is not going to be.', over: 'expires_at < $1::timestamptz', sweep: 'session note drafts' })
@Entity('session_note_drafts')
export class SessionNoteDraft {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** Of a note that is there. */
  @Column('uuid', { nullable: true }) note_id: string | null;
  /** Else the id that the editor made. */
  @Column('uuid', { nullable: true }) draft_id: string | null;
  @Sealed({ owner: NOTE_DRAFT_OWNER }) @Column('bytea', { nullable: true }) fields: Buffer | null;
  /** What a list shows of them; null in those of before there was one. */
  @Sealed({ owner: NOTE_DRAFT_OWNER }) @Column('bytea', { nullable: true }) beginning: Buffer | null;
  /** When the editor sent it, by its own clock, but never later than ours. */
  @Column('timestamptz') saved_at: Date;
  @Column('timestamptz') expires_at: Date;
}
