import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { StorageFailed, StorageFull } from '../../../integrations/storage/file-storage';
import { diskFull } from '../../../integrations/storage/messages';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import { AnalysisRepository } from '../analyses/analysis.repository';
import { assertKnown, deed, fileDeed } from '../notes/note-deeds';
import { NoteRepository, WholeNoteRow } from '../notes/note.repository';
import { FileTextsService } from '../reading/file-texts.service';
import { NotePageRepository } from '../reading/page.repository';
import { readNoteFile } from '../reading/reading.jobs';
import { OpenedNotes } from '../search/opened-notes';
import { LostFile, NoteFileContents } from './file-contents.service';
import { NoteFileDto } from './file.dto';
import { FileInspection } from './file-inspection';
import { toFileDto } from './file.mapper';
import { fileNameOf } from './file-name';
import { FileRow, NewFile, NoteFileRepository } from './file.repository';
import * as messages from './messages';

const HOUR_MS = 3_600_000;
const RETRIES: Limit = { scope: 'note-file-retries', max: 60, windowMs: HOUR_MS };
const DOWNLOADS: Limit = { scope: 'note-file-downloads', max: 600, windowMs: HOUR_MS };
const MEGABYTE = 1024 * 1024;

type Therapist = Actor & { id: string };

/** A file as somebody sent it. */
export interface SentFile {
  name: string;
  bytes: Buffer;
}

/** Photographs and documents of notes: added, fetched, read again, deleted. */
@Injectable()
export class NoteFilesService {
  constructor(
    private readonly works: Works,
    private readonly notes: NoteRepository,
    private readonly repository: NoteFileRepository,
    private readonly contents: NoteFileContents,
    private readonly inspection: FileInspection,
    private readonly pages: NotePageRepository,
    private readonly texts: FileTextsService,
    private readonly analyses: AnalysisRepository,
    private readonly opened: OpenedNotes,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
    private readonly space: StorageSpace,
    private readonly config: AppConfig,
  ) {}

  /** Before anything of it is taken in: a refused one costs as much. @throws DomainError too_many */
  async countUpload(therapistId: string): Promise<void> {
    this.inspection.assertOpen(therapistId);
    const { uploadLimit: max } = this.config.noteFiles;
    const wait = await this.limits.reserve([{ scope: 'note-file-uploads', max, windowMs: HOUR_MS }, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.uploadedTooOften(max), { retryAfterSeconds: wait });
  }

  /** Whether a note can take another file, before it is taken in. @throws DomainError not_found; rule for a signed one, or where there is no room; no_room */
  async assertTakes(therapistId: string, noteId: string): Promise<void> {
    const note = assertKnown(await this.notes.findNote(therapistId, noteId));
    await this.assertRoom(note, 1);
    await this.space.assertRoom(therapistId, 1);
  }

  /**
   * Keeps a file and leaves it to be read.
   * @param key the Idempotency-Key, if any: a repeat gets the file that was added
   * @throws DomainError not_found; rule; unsupported_type or too_large for what it is; unavailable while the storage is away; no_room
   */
  async add(actor: Therapist, noteId: string, { name, bytes: sent }: SentFile, key: string | undefined): Promise<NoteFileDto> {
    const hash = createHash('sha256').update(sent).digest('hex');
    const repeat = this.repeats.of<{ id: string }>(`POST /api/therapist/session-notes/${noteId}/upload-file ${actor.id}`, key, { name, hash });
    const before = await repeat?.earlierAnswer();
    if (before) return this.showAgain(actor, noteId, before.id);
    const { mediaType, bytes, pages } = await this.inspection.inspect(sent, actor.id);
    const place = { ...this.repository.newPlace(), note_id: noteId, therapist_id: actor.id };
    const file: NewFile = {
      filename: fileNameOf(name, mediaType),
      file_type: mediaType === 'application/pdf' ? 'pdf' : 'image',
      media_type: mediaType,
      file_size: bytes.length,
      page_count: pages,
    };
    await kept(this.contents.put({ ...place, media_type: mediaType }, bytes));
    try {
      const { id } = await this.works.begin(actor, async (work) => {
        if (!(await this.repository.isActive(actor.id, work.tx))) throw new DomainError('unauthenticated', messages.shutOut);
        const note = assertKnown(await this.notes.lockNote(actor.id, noteId, work.tx));
        const earlier = await repeat?.earlierAnswer(work.tx);
        if (earlier) return earlier;
        await this.assertRoom(note, bytes.length, work);
        await this.repository.insertFile(place, file, work.now(), work.tx);
        await this.space.assertRoom(actor.id, 0, work.tx);
        await work.enqueue(readNoteFile, { file_id: place.id });
        await work.record(fileDeed('add_note_file', note, place.id));
        await repeat?.remember(work, { id: place.id });
        return place;
      });
      if (id !== place.id) await this.contents.discard(place.storage_key);
      return await this.fileOf(actor.id, noteId, id);
    } catch (error) {
      // After any other failure nobody knows whether the row is there: what has none is found later.
      if (error instanceof DomainError) await this.contents.discard(place.storage_key);
      throw error;
    }
  }

  /** A repeat adds nothing: it reads the file as it is by now. */
  private async showAgain(actor: Therapist, noteId: string, fileId: string): Promise<NoteFileDto> {
    const note = assertKnown(await this.notes.findNote(actor.id, noteId));
    const file = await this.fileOf(actor.id, noteId, fileId);
    await this.works.recordRead(actor, deed('read_note', noteId, [note.client_id]));
    return file;
  }

  /** Oldest first. @throws DomainError not_found */
  async list(actor: Therapist, noteId: string): Promise<NoteFileDto[]> {
    const note = assertKnown(await this.notes.findNote(actor.id, noteId));
    const files = await this.filesOf(actor.id, noteId);
    await this.works.recordRead(actor, deed('read_note', noteId, [note.client_id]));
    return files;
  }

  /** Without an entry in the log: for whoever writes one, or has written the note. */
  async filesOf(therapistId: string, noteId: string): Promise<NoteFileDto[]> {
    const [files, texts] = [await this.repository.listFiles(therapistId, noteId), await this.texts.textsOf(therapistId, noteId)];
    return files.map((file) => toFileDto(file, texts.get(file.id)));
  }

  /** @throws DomainError too_many */
  async countDownload(therapistId: string): Promise<void> {
    const wait = await this.limits.reserve([DOWNLOADS, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.downloadedTooOften, { retryAfterSeconds: wait });
  }

  /** As it was kept. @throws DomainError not_found; conflict for one that does not open; unavailable while the storage is away */
  async download(actor: Therapist, noteId: string, fileId: string): Promise<{ file: FileRow; bytes: Buffer }> {
    const { note, file } = await this.find(actor.id, noteId, fileId);
    const bytes = await kept(this.contents.read(file));
    await this.works.recordRead(actor, fileDeed('download_note_file', note, fileId));
    return { file, bytes };
  }

  /** Reads a file again that could not be read. @throws DomainError not_found; rule for any other; too_many */
  async retry(actor: Therapist, noteId: string, fileId: string): Promise<NoteFileDto> {
    const wait = await this.limits.reserve([RETRIES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.retriedTooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const { note, file } = await this.lock(work, actor.id, noteId, fileId);
      if (file.processing_status !== 'error') throw new DomainError('rule', messages.notInError);
      await this.repository.setProcessing(file, work.now(), work.tx);
      await this.pages.forgetTries(fileId, work.tx);
      await work.enqueue(readNoteFile, { file_id: fileId });
      await work.record(fileDeed('retry_note_file', note, fileId));
    });
    return this.fileOf(actor.id, noteId, fileId);
  }

  /** With what was read of it. @throws DomainError not_found; rule for a signed note */
  async remove(actor: Therapist, noteId: string, fileId: string): Promise<void> {
    await this.works.begin(actor, async (work) => {
      const { note, file } = await this.lock(work, actor.id, noteId, fileId);
      if (note.signed_at) throw new DomainError('rule', messages.signedKeepsFiles);
      await this.analyses.destroyOfFile(fileId, work);
      await this.repository.deleteFile(file, work.tx);
      await this.contents.destroyAfter(work, [file]);
      await work.record(fileDeed('delete_note_file', note, fileId));
    });
    this.opened.forget(actor.id, noteId);
  }

  /** @throws DomainError not_found */
  async find(therapistId: string, noteId: string, fileId: string): Promise<{ note: WholeNoteRow; file: FileRow }> {
    const note = assertKnown(await this.notes.findNote(therapistId, noteId));
    return { note, file: known(await this.repository.findFile(therapistId, noteId, fileId)) };
  }

  private async lock(work: Work, therapistId: string, noteId: string, fileId: string): Promise<{ note: WholeNoteRow; file: FileRow }> {
    const note = assertKnown(await this.notes.lockNote(therapistId, noteId, work.tx));
    return { note, file: known(await this.repository.findFile(therapistId, noteId, fileId, work.tx)) };
  }

  private async fileOf(therapistId: string, noteId: string, fileId: string): Promise<NoteFileDto> {
    return toFileDto(known(await this.repository.findFile(therapistId, noteId, fileId)), (await this.texts.textsOf(therapistId, noteId)).get(fileId));
  }

  private async assertRoom(note: WholeNoteRow, bytes: number, work?: Work): Promise<void> {
    if (note.signed_at) throw new DomainError('rule', messages.signedKeepsFiles);
    const use = await this.repository.countUse(note.therapist_id, note.id, work?.tx);
    if (use.files >= messages.MAX_FILES) throw new DomainError('rule', messages.tooManyFiles);
    const { spaceBytes } = this.config.noteFiles;
    if (use.bytes + bytes > spaceBytes) throw new DomainError('rule', messages.noSpaceLeft(spaceBytes / MEGABYTE));
  }
}

function known(file: FileRow | undefined): FileRow {
  if (!file) throw new DomainError('not_found', messages.noSuchFile);
  return file;
}

/** @throws DomainError unavailable while the storage is away; no_room on its disk; conflict for what does not open */
export async function kept<T>(contents: Promise<T>): Promise<T> {
  try {
    return await contents;
  } catch (error) {
    if (error instanceof StorageFull) throw new DomainError('no_room', diskFull);
    if (error instanceof StorageFailed) throw new DomainError('unavailable', messages.storageAway);
    if (error instanceof LostFile) throw new DomainError('conflict', messages.fileLost);
    throw error;
  }
}
