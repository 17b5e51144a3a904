import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Handles, job, PermanentFailure, Upkeep } from '../../../common/jobs/job';
import type { Work } from '../../../common/work/work';
import { FileStorage } from '../../../integrations/storage/file-storage';
import { readNoteFile } from '../reading/reading.jobs';
import type { SessionNoteFile } from './file.entity';
import { openFile, SealedFile, sealFile } from './file-cipher';
import { NoteFileRepository } from './file.repository';

/** Tried for days: what a deleted note leaves must go, also where the storage is away. */
const deleteStoredFile = job<{ storage_key: string }>('deletions', 'delete-stored-file', { attempts: 20, brief: true });

/** An upload that is under way has stored its bytes and not yet written its row. */
const GRACE_MS = 24 * 3_600_000;
const LISTED_AT_ONCE = 500;
/** In one round; the next one goes on there. */
const MOST_LOOKED_AT = 20_000;

/** The bytes of a file are not in the storage, were changed there, or their key is gone. */
export class LostFile extends Error {}

type Stored = SealedFile & { storage_key: string };

/** The bytes of notes' files: encrypted before they go into the storage, under the key of their note. */
@Injectable()
export class NoteFileContents {
  private readonly logger = new Logger('files');
  private lookedAt: string | undefined;

  constructor(
    private readonly storage: FileStorage,
    private readonly repository: NoteFileRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws StorageFailed; LostFile when the note is gone */
  async put(file: Stored, bytes: Buffer): Promise<void> {
    const key = await this.repository.ensureKey(file.therapist_id, file.note_id);
    if (!key) throw new LostFile('the key of a note is missing');
    await this.storage.put(file.storage_key, sealFile(bytes, key, file));
  }

  /** @throws StorageFailed; LostFile */
  async read(file: Stored): Promise<Buffer> {
    const key = await this.repository.findKey(file.therapist_id, file.note_id);
    const sealed = key && (await this.storage.get(file.storage_key));
    const bytes = key && sealed && openFile(sealed, key, file);
    if (bytes) return bytes;
    const what = key ? (sealed ? 'was changed in the storage, or is another one’s' : 'is not in the storage') : 'has no key';
    this.logger.error(`The file ${file.id} ${what}.`);
    throw new LostFile(`The file ${what}.`);
  }

  /** Of a file that never came to be; what cannot be deleted now is found later. */
  async discard(storageKey: string): Promise<void> {
    await this.storage.delete(storageKey).catch((error: unknown) => this.logger.warn(`a file that was not kept stays for now: ${String(error)}`));
  }

  /** Within the work that deletes the rows: what they name goes when it is committed, and no job names them any more. */
  async destroyAfter(work: Work, files: readonly Pick<SessionNoteFile, 'id' | 'storage_key'>[]): Promise<void> {
    await work.withdraw(readNoteFile, ...files.map(({ id }) => ({ file_id: id })));
    await work.enqueue(deleteStoredFile, ...files.map(({ storage_key }) => ({ storage_key })));
  }

  /** {@link destroyAfter}, for all files of a note. */
  async destroyOfNote(work: Work, therapistId: string, noteId: string): Promise<void> {
    await this.destroyAfter(work, await this.repository.listStored(therapistId, noteId, work.tx));
  }

  /** Whether a note has files. */
  async isThere(work: Work, therapistId: string, noteId: string): Promise<boolean> {
    return (await this.repository.listStored(therapistId, noteId, work.tx)).length > 0;
  }

  @Handles(deleteStoredFile)
  async destroy({ storage_key }: { storage_key: string }): Promise<void> {
    if ((await this.repository.listNamed([storage_key])).size > 0) throw new PermanentFailure('A note still has this file.');
    await this.storage.delete(storage_key);
  }

  /** What no note has: uploads that were cut off, and what was left while a storage was away. */
  @Upkeep('stored files without a note')
  async deleteUnnamed(): Promise<number> {
    const before = this.clock.now().getTime() - GRACE_MS;
    let deleted = 0;
    for (let looked = 0; looked < MOST_LOOKED_AT; ) {
      const page = await this.storage.list(this.lookedAt, LISTED_AT_ONCE);
      looked += page.length;
      const old = page.filter(({ storedAt }) => storedAt.getTime() < before).map(({ key }) => key);
      const named = old.length > 0 ? await this.repository.listNamed(old) : new Set<string>();
      for (const key of old) {
        if (named.has(key)) continue;
        await this.storage.delete(key);
        deleted += 1;
      }
      this.lookedAt = page.length < LISTED_AT_ONCE ? undefined : page.at(-1)?.key;
      if (this.lookedAt === undefined) break;
    }
    return deleted;
  }
}
