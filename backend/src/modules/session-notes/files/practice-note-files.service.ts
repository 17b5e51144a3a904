import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, statement } from '../../../common/database/database';
import { ExportsOfPractice, PracticeFiles, TakesFromPractice } from '../../../common/practices/parts';
import type { Work } from '../../../common/work/work';
import { destroyed, FileStorage } from '../../../integrations/storage/file-storage';
import { nameOfClient } from '../../clients/persons/persons.service';
import type { SessionNote } from '../session-note.entity';
import { NOTE_FILE_OWNER, type SessionNoteFile } from './file.entity';
import { LostFile, NoteFileContents } from './file-contents.service';
import * as messages from './messages';

const AT_ONCE = 100;
const TAKEN_AT_ONCE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type KeptFile = Pick<SessionNoteFile, 'id' | 'note_id' | 'therapist_id' | 'media_type' | 'storage_key' | 'filename'> & { written_on: string; client: string };

const LIST = statement<KeptFile>(
  'practice-note-files',
  `select f.id, f.note_id, f.therapist_id, f.media_type, f.storage_key, f.filename, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD') as written_on,
     ${nameOfClient('coalesce(n.client_id, b.client_id)', '$1')} as client
   from session_note_files f join session_notes n on n.id = f.note_id left join bookings b on b.id = n.booking_id
   where f.therapist_id = $1 and f.id > $2 order by f.id limit ${AT_ONCE}`,
);
const STORED = statement<Pick<SessionNoteFile, 'id' | 'note_id' | 'storage_key'>>('practice-note-files-stored', `select id, note_id, storage_key from session_note_files where therapist_id = $1 order by id limit ${TAKEN_AT_ONCE}`);
const TAKE_FILES = statement('practice-note-files-take', 'delete from session_note_files where id = any($1::uuid[])');
const NOTES = statement<Pick<SessionNote, 'id'>>('practice-notes', `select id from session_notes where therapist_id = $1 order by id limit ${TAKEN_AT_ONCE}`);
/** What is signed goes with its practice alone: the database keeps it from everybody else. */
const UNSIGN = statement('practice-notes-unsign', 'update session_notes set signed_at = null where id = any($1::uuid[]) and signed_at is not null');
const TAKE_NOTES = statement('practice-notes-take', 'delete from session_notes where id = any($1::uuid[])');

/** The notes of a practice and their files, as it leaves. */
@Injectable()
export class PracticeNoteFiles {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly contents: NoteFileContents,
    private readonly storage: FileStorage,
  ) {}

  @ExportsOfPractice(3)
  async *exportFiles(therapistId: string): PracticeFiles {
    let page: KeptFile[] = [];
    do {
      page = await this.database.query(LIST, [therapistId, page.at(-1)?.id ?? FIRST_ID]);
      for (const file of page) {
        const filename = this.cipher.tryDecrypt(file.filename, NOTE_FILE_OWNER.place('filename', file)) ?? messages.unopenedName;
        const bytes = await this.contents.read(file).catch((error: unknown) => (error instanceof LostFile ? undefined : Promise.reject(error)));
        if (!bytes) yield { missing: messages.notExported(file.id) };
        else yield { folder: ['files', file.client || 'No client'], name: `${file.written_on} ${filename}`, of: { table: 'session_note_files', id: file.id }, content: once(bytes) };
      }
    } while (page.length === AT_ONCE);
  }

  /** The bytes first: a file that is still named is found again. */
  @TakesFromPractice('session_note_files')
  async takeFiles(therapistId: string, { tx }: Work): Promise<number> {
    const files = await tx.query(STORED, [therapistId]);
    for (const { storage_key } of files) await destroyed(this.storage, storage_key);
    await tx.query(UNSIGN, [files.map(({ note_id }) => note_id)]);
    await tx.query(TAKE_FILES, [files.map(({ id }) => id)]);
    return files.length;
  }

  @TakesFromPractice('session_notes')
  async takeNotes(therapistId: string, { tx }: Work): Promise<number> {
    const ids = (await tx.query(NOTES, [therapistId])).map(({ id }) => id);
    await tx.query(UNSIGN, [ids]);
    await tx.query(TAKE_NOTES, [ids]);
    return ids.length;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
