import { createHash, randomBytes } from 'node:crypto';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { LostFile, NoteFileContents } from '../../src/modules/session-notes/files/file-contents.service';
import { NOTE_FILE_OWNER } from '../../src/modules/session-notes/files/file.entity';
import { TestApp } from './test-app';

/** Files that lie in this process's memory, and their rows. */
export class HeldFiles {
  private readonly contents = new Map<string, Buffer>();

  constructor(private readonly test: TestApp) {}

  /** For whoever reads the files. */
  get storage(): NoteFileContents {
    const read = ({ id }: { id: string }): Promise<Buffer> => {
      const content = this.contents.get(id);
      return content ? Promise.resolve(content) : Promise.reject(new LostFile('it is not held here'));
    };
    return { read } as unknown as NoteFileContents;
  }

  async add(note: { id: string; therapistId: string }, content: Buffer, mediaType = 'application/pdf'): Promise<string> {
    const id = newId();
    const owned = { id, note_id: note.id, therapist_id: note.therapistId };
    const filename = this.test.app.get(ColumnCipher).encrypt('scan', NOTE_FILE_OWNER.place('filename', owned));
    await this.test.database.query(
      `insert into session_note_files (id, note_id, therapist_id, filename, file_type, media_type, file_size, storage_key, processing_status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'processing', now(), now())`,
      [id, note.id, note.therapistId, filename, mediaType === 'application/pdf' ? 'pdf' : 'image', mediaType, content.length, createHash('sha256').update(randomBytes(16)).digest('hex')],
    );
    this.contents.set(id, content);
    return id;
  }

  lose(id: string): void {
    this.contents.delete(id);
  }
}
