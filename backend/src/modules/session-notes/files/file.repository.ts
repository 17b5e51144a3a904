import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { newFileKey } from './file-cipher';
import { NOTE_FILE_OWNER, NOTE_KEY_OWNER, SessionNoteFile, SessionNoteKey } from './file.entity';
import * as messages from './messages';

/** A file of a note, its name opened. */
export interface FileRow extends Omit<SessionNoteFile, 'filename'> {
  filename: string;
}

/** What is known of a new file. */
export type NewFile = Pick<FileRow, 'filename' | 'file_type' | 'media_type' | 'file_size' | 'page_count'>;

const COLUMNS = `f.id, f.note_id, f.therapist_id, f.filename, f.file_type, f.media_type, f.file_size, f.page_count, f.storage_key, f.processing_status, f.error_reason,
           f.created_at, f.updated_at`;
const FIND = statement<SessionNoteFile>('session-note-file', `select ${COLUMNS} from session_note_files f
         join session_notes n on n.id = f.note_id and n.therapist_id = f.therapist_id where f.id = $1 and f.note_id = $2 and f.therapist_id = $3`);
const LIST = statement<SessionNoteFile>('session-note-files', `select ${COLUMNS} from session_note_files f
         join session_notes n on n.id = f.note_id and n.therapist_id = f.therapist_id where f.note_id = $1 and f.therapist_id = $2 order by f.created_at, f.id`);
const USE = statement<{ files: number; bytes: string }>('session-note-files-use', `select count(*) filter (where note_id = $2)::int as files, (coalesce(sum(file_size), 0)
           + coalesce((select sum(octet_length(p.text) + coalesce(octet_length(p.unsure), 0) + coalesce(octet_length(p.correction), 0))
               from session_note_file_pages p join session_note_files f on f.id = p.file_id where f.therapist_id = $1), 0))::text as bytes
         from session_note_files where therapist_id = $1`);
const STORED = statement<Pick<SessionNoteFile, 'id' | 'storage_key'>>('session-note-files-stored', 'select id, storage_key from session_note_files where note_id = $1 and therapist_id = $2');
const NAMED = statement<Pick<SessionNoteFile, 'storage_key'>>('session-note-files-named', 'select storage_key from session_note_files where storage_key = any($1)');
/** They cannot be shut out before the transaction ends. */
const IS_ACTIVE = statement<{ id: string }>('session-note-file-owner', 'select id from users where id = $1 and is_active for share');
const FIND_KEY = statement<SessionNoteKey>('session-note-key', 'select note_id, therapist_id, wrapped_key from session_note_keys where note_id = $1 and therapist_id = $2');
/** The first one counts. */
const INSERT_KEY = statement('session-note-key-insert', `insert into session_note_keys (note_id, therapist_id, wrapped_key)
         select id, therapist_id, $3 from session_notes where id = $1 and therapist_id = $2 on conflict do nothing`);

/** The files of notes as they are known in the database, and the keys that open them. */
@Injectable()
export class NoteFileRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async findFile(therapistId: string, noteId: string, fileId: string, on: Queryable = this.database): Promise<FileRow | undefined> {
    const [row] = await on.query(FIND, [fileId, noteId, therapistId]);
    return row && this.opened(row);
  }

  /** Oldest first. */
  async listFiles(therapistId: string, noteId: string): Promise<FileRow[]> {
    return (await this.database.query(LIST, [noteId, therapistId])).map((row) => this.opened(row));
  }

  /** @returns how many files the note has, and how many bytes those of all notes of the therapist take, with what was read of them */
  async countUse(therapistId: string, noteId: string, on: Queryable = this.database): Promise<{ files: number; bytes: number }> {
    const [row] = await on.query(USE, [therapistId, noteId]);
    return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
  }

  /** Whether the account is still one that may write: an upload takes minutes. */
  async isActive(therapistId: string, on: Queryable): Promise<boolean> {
    return (await on.query(IS_ACTIVE, [therapistId])).length > 0;
  }

  /** What a file will be known by: its id, and a name in the storage that says nothing. */
  newPlace(): Pick<SessionNoteFile, 'id' | 'storage_key'> {
    return { id: newId(), storage_key: randomBytes(32).toString('hex') };
  }

  async insertFile(place: Pick<SessionNoteFile, 'id' | 'storage_key' | 'note_id' | 'therapist_id'>, { filename, ...plain }: NewFile, at: Date, on: Queryable): Promise<void> {
    const sealed = this.cipher.encrypt(filename, NOTE_FILE_OWNER.place('filename', place));
    await on.manager.insert(SessionNoteFile, { ...place, ...plain, filename: sealed, processing_status: 'processing', error_reason: null, created_at: at, updated_at: at });
  }

  async setProcessing({ id }: Pick<FileRow, 'id'>, at: Date, on: Queryable): Promise<void> {
    await on.manager.update(SessionNoteFile, { id }, { processing_status: 'processing', error_reason: null, updated_at: at });
  }

  async deleteFile({ id, note_id, therapist_id }: Pick<FileRow, 'id' | 'note_id' | 'therapist_id'>, on: Queryable): Promise<void> {
    await on.manager.delete(SessionNoteFile, { id, note_id, therapist_id });
  }

  /** The files of a note, and what the storage calls them. */
  listStored(therapistId: string, noteId: string, on: Queryable): Promise<Pick<SessionNoteFile, 'id' | 'storage_key'>[]> {
    return on.query(STORED, [noteId, therapistId]);
  }

  /** @returns those of the storage's names that are in use */
  async listNamed(storageKeys: readonly string[]): Promise<Set<string>> {
    return new Set((await this.database.query(NAMED, [storageKeys])).map(({ storage_key }) => storage_key));
  }

  /** @returns the key of a note's files; undefined when the note is gone, or the key does not open */
  async findKey(therapistId: string, noteId: string): Promise<Buffer | undefined> {
    const [row] = await this.database.query(FIND_KEY, [noteId, therapistId]);
    const text = row && this.cipher.tryDecrypt(row.wrapped_key, NOTE_KEY_OWNER.place('wrapped_key', { id: row.note_id, therapist_id: row.therapist_id }));
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  /** {@link findKey}; made for the first file. */
  async ensureKey(therapistId: string, noteId: string): Promise<Buffer | undefined> {
    const known = await this.findKey(therapistId, noteId);
    if (known) return known;
    const wrapped = this.cipher.encrypt(newFileKey().toString('base64'), NOTE_KEY_OWNER.place('wrapped_key', { id: noteId, therapist_id: therapistId }));
    await this.database.query(INSERT_KEY, [noteId, therapistId, wrapped]);
    return this.findKey(therapistId, noteId);
  }

  private opened(row: SessionNoteFile): FileRow {
    return { ...row, filename: this.cipher.tryDecrypt(row.filename, NOTE_FILE_OWNER.place('filename', row)) ?? messages.unopenedName };
  }
}
