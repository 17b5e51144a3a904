import { Injectable } from '@nestjs/common';
import { statement } from '../../../common/database/database';
import type { ComingFile, ComingPractice } from '../../../common/practices/coming-practice';
import { FinishesPractice, KeepsFilesOfPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import { FileStorage, MAX_OBJECT_BYTES } from '../../../integrations/storage/file-storage';
import { readNoteFile } from '../reading/reading.jobs';
import { newFileKey, sealFile } from './file-cipher';
import type { SessionNoteFile } from './file.entity';
import { NoteFileRepository } from './file.repository';
import * as messages from './messages';

const SIGNED = 'signed notes';
const SIGNED_AT_ONCE = 500;

/** $1: ids, $2: when each was signed, as it was exported */
const SIGN = statement('imported-notes-sign', 'update session_notes n set signed_at = v.signed_at from unnest($1::uuid[], $2::timestamptz[]) as v (id, signed_at) where n.id = v.id');
const UNREAD = statement<Pick<SessionNoteFile, 'id'>>('imported-note-files-unread', `select id from session_note_files where therapist_id = $1 and processing_status = 'processing' order by id`);

/** Notes of a practice that comes in, and their files: each note's under a key of its own, as everywhere. */
@Injectable()
export class ImportedNotes {
  constructor(
    private readonly files: NoteFileRepository,
    private readonly storage: FileStorage,
  ) {}

  @KeepsFilesOfPractice('session_note_files')
  async keepFile(file: ComingFile, coming: ComingPractice): Promise<void> {
    const row = coming.held('session_note_files').get(file.id) as (PracticeRow & Pick<SessionNoteFile, 'id' | 'note_id' | 'therapist_id' | 'media_type' | 'file_size'>) | undefined;
    if (!row || file.bytes !== row.file_size || file.bytes > MAX_OBJECT_BYTES) return;
    const { storage_key } = this.files.newPlace();
    coming.undo(() => this.storage.delete(storage_key));
    await this.storage.put(storage_key, sealFile(await file.read(0, file.bytes), this.keyOf(row, coming), row));
    coming.give('session_note_files', row.id, { storage_key });
  }

  /** The database takes no files of a signed note: it is signed once it has them. */
  @MakesRowsOfPractice('session_notes')
  makeNote(row: PracticeRow, coming: ComingPractice): PracticeRow {
    if (row['signed_at'] !== null) coming.give(SIGNED, String(row['id']), { signed_at: row['signed_at'] });
    return { ...row, signed_at: null };
  }

  @MakesRowsOfPractice('session_note_files')
  makeFile(row: PracticeRow, coming: ComingPractice): PracticeRow | undefined {
    const place = coming.givenTo('session_note_files').get(String(row['id']));
    if (place) return { ...row, ...place };
    coming.left.add(messages.notImported(String(row['id'])));
    return undefined;
  }

  /** Nobody works on it here. */
  @MakesRowsOfPractice('session_note_analyses')
  makeAnalysis(row: PracticeRow, _coming: ComingPractice, work: Work): PracticeRow {
    const isUnderWay = row['state'] === 'waiting' || row['state'] === 'running';
    return isUnderWay ? { ...row, state: 'failed', failure: 'interrupted', finished_at: work.now().toISOString() } : row;
  }

  @FinishesPractice(4)
  async finishNotes(coming: ComingPractice, work: Work): Promise<void> {
    const signed = [...coming.givenTo(SIGNED)];
    for (let from = 0; from < signed.length; from += SIGNED_AT_ONCE) {
      const some = signed.slice(from, from + SIGNED_AT_ONCE);
      await work.tx.query(SIGN, [some.map(([id]) => id), some.map(([, { signed_at }]) => signed_at)]);
    }
    await work.enqueue(readNoteFile, ...(await work.tx.query(UNREAD, [coming.therapistId])).map(({ id }) => ({ file_id: id })));
  }

  private keyOf({ note_id, therapist_id }: Pick<SessionNoteFile, 'note_id' | 'therapist_id'>, coming: ComingPractice): Buffer {
    const known = coming.added('session_note_keys').find((row) => row['note_id'] === note_id);
    if (known) return Buffer.from(String(known['wrapped_key']), 'base64');
    const key = newFileKey();
    coming.add('session_note_keys', { note_id, therapist_id, wrapped_key: key.toString('base64') });
    return key;
  }
}
