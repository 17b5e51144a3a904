import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { FileRefused, PagePicture, ReaderAway } from '../../../integrations/ocr/page-text';
import { fileDeed } from '../notes/note-deeds';
import { NoteFileContents } from './file-contents.service';
import { UploadReader } from './file-inspection';
import { kept, NoteFilesService } from './files.service';
import * as messages from './messages';

/** Enough to read small handwriting when it is zoomed. */
const LONGEST_SIDE = 2_400;

/** The pages of a file as they are looked at: drawn by a process of its own, never what somebody sent. */
@Injectable()
export class NoteFilePagesService {
  constructor(
    private readonly works: Works,
    private readonly files: NoteFilesService,
    private readonly contents: NoteFileContents,
    private readonly reader: UploadReader,
    private readonly limits: Limits,
  ) {}

  /** @throws DomainError not_found; conflict or rule for a file that cannot be shown; unavailable while the storage is away */
  async draw(actor: Actor & { id: string }, noteId: string, fileId: string, page: number): Promise<PagePicture> {
    const { note, file } = await this.files.find(actor.id, noteId, fileId);
    if (page < 1 || page > (file.page_count ?? 1)) throw new DomainError('not_found', messages.noSuchPage);
    const readable = { id: file.id, mediaType: file.media_type, content: () => kept(this.contents.read(file)) };
    // One page at a time for each: a drawn page may take 100 MB.
    const picture = await this.limits.inTurn([`note page ${actor.id}`], () => this.reader.drawPage(readable, page, LONGEST_SIDE)).catch(refuse);
    await this.works.recordRead(actor, fileDeed('read_note_file', note, fileId));
    return picture;
  }
}

function refuse(error: unknown): never {
  if (error instanceof FileRefused) throw new DomainError('rule', messages.REASONS[error.reason] ?? messages.unreadable);
  throw error instanceof ReaderAway ? new DomainError('too_many', messages.uploadsWait, { retryAfterSeconds: 2 }) : error;
}
