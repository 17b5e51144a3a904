import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';
import type { PageEngine } from '../../../integrations/ocr/page-text';

export const NOTE_PAGE_OWNER = new Ownership('session_note_file_pages', [
  'file_id',
  { column: 'note_id', table: 'session_note_files', by: 'file_id' },
  { column: 'therapist_id', table: 'session_note_files', by: 'file_id' },
]);

/** One page of a note's file: what an engine read, and what the therapist made of that. Without a text it is not read yet. */
@OfPractice({ by: 'file_id', in: 'session_note_files' })
@Entity('session_note_file_pages')
export class SessionNoteFilePage {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') file_id: string;
  @Column('int') page: number;
  /** How often its reading was begun. */
  @Column('int') tries: number;
  @Column('text', { nullable: true }) engine: PageEngine | null;
  /** Why a language model that is set up did not read it: a word that stands in the code. */
  @Column('text', { nullable: true }) instead_of_vision: string | null;
  /** Out of 100. */
  @Column('int', { nullable: true }) confidence: number | null;
  @Sealed({ owner: NOTE_PAGE_OWNER }) @Column('bytea', { nullable: true }) text: Buffer | null;
  /** A JSON array of words with little confidence; null for none. */
  @Sealed({ owner: NOTE_PAGE_OWNER }) @Column('bytea', { nullable: true }) unsure: Buffer | null;
  @Sealed({ owner: NOTE_PAGE_OWNER }) @Column('bytea', { nullable: true }) correction: Buffer | null;
  /** Whether the page has more text than was kept. */
  @Column('boolean', { default: false }) is_cut: boolean;
  /** Counts corrections, from 1. */
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { nullable: true }) read_at: Date | null;
  @Column('timestamptz', { nullable: true }) corrected_at: Date | null;
}
