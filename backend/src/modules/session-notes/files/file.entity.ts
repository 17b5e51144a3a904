import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { Stored } from '../../../integrations/storage/stored-objects';
import { OfPractice } from '../../../common/practices/claims';

export const FILE_TYPES = ['image', 'pdf'] as const;
export type NoteFileType = (typeof FILE_TYPES)[number];

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type NoteMediaType = (typeof MEDIA_TYPES)[number];

export const PROCESSING_STATUSES = ['processing', 'completed', 'error'] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

/** The row's id is its note's. */
export const NOTE_KEY_OWNER = new Ownership('session_note_keys', ['therapist_id']);
export const NOTE_FILE_OWNER = new Ownership('session_note_files', ['note_id', 'therapist_id']);

/** What opens the files of one note, itself encrypted: without it they are nothing but noise. */
@OfPractice({ by: 'therapist_id', notExported: 'Files are exported opened.', importedAfter: 'session_note_files' })
@Entity('session_note_keys')
export class SessionNoteKey {
  @PrimaryColumn('uuid') note_id: string;
  @Column('uuid') therapist_id: string;
  /** 32 bytes in base64. */
  @Sealed({ owner: NOTE_KEY_OWNER }) @Column('bytea') wrapped_key: Buffer;
}

/** A photograph or a document of a note. */
@OfPractice({ by: 'therapist_id', without: { storage_key: 'Of the storage here.' } })
@Entity('session_note_files')
export class SessionNoteFile {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') note_id: string;
  @Column('uuid') therapist_id: string;
  @Sealed({ owner: NOTE_FILE_OWNER }) @Column('bytea') filename: Buffer;
  @Column('text') file_type: NoteFileType;
  @Column('text') media_type: NoteMediaType;
  /** In bytes, as it is downloaded. */
  @Column('int') file_size: number;
  /** Null until it is known. */
  @Column('int', { nullable: true }) page_count: number | null;
  /** What the storage calls it: random, so that nothing there says whose it is. */
  @Stored('files') @Column('text') storage_key: string;
  @Column('text') processing_status: ProcessingStatus;
  /** Why it ended in `error`: a word that stands in the code. */
  @Column('text', { nullable: true }) error_reason: string | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
