import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { mapInTurns } from '../../../common/process/in-turns';
import { Works } from '../../../common/work/work';
import { LOW_CONFIDENCE } from '../../../integrations/ocr/page-text';
import { NoteFilesService } from '../files/files.service';
import * as fileMessages from '../files/messages';
import * as noteMessages from '../notes/messages';
import { fileDeed } from '../notes/note-deeds';
import * as messages from './messages';
import { FileReadingDto, NotePageDto, PageCorrectionDto } from './page.dto';
import { NotePageRepository, PagePlace, PageRow } from './page.repository';

const CORRECTIONS: Limit = { scope: 'note-page-corrections', max: 600, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** What was read of a file, for its therapist: looked at and corrected. */
@Injectable()
export class PageTextsService {
  constructor(
    private readonly works: Works,
    private readonly files: NoteFilesService,
    private readonly pages: NotePageRepository,
    private readonly limits: Limits,
  ) {}

  /** One at a time for an account: a long file takes a while. @throws DomainError not_found */
  show(actor: Therapist, noteId: string, fileId: string): Promise<FileReadingDto> {
    return this.limits.inTurn([`pages of files ${actor.id}`], () => this.open(actor, noteId, fileId));
  }

  private async open(actor: Therapist, noteId: string, fileId: string): Promise<FileReadingDto> {
    const { note, file } = await this.files.find(actor.id, noteId, fileId);
    const rows = await this.pages.listPages(file);
    const pages = await mapInTurns(rows, toPageDto);
    const remark = rows.some(({ is_cut }) => is_cut) ? messages.restNotRead : null;
    await this.works.recordRead(actor, fileDeed('read_note_file', note, fileId));
    const { processing_status, page_count, error_reason: reason } = file;
    const error_message = reason === null ? null : (fileMessages.REASONS[reason] ?? fileMessages.unreadable);
    return { file_id: fileId, processing_status, page_count, pages_read: pages.length, error_reason: reason, error_message, remark, pages };
  }

  /**
   * The engine's text stays beside it.
   * @throws DomainError not_found; rule for a signed note; conflict when it was corrected since it was looked at
   */
  async correct(actor: Therapist, place: Omit<PagePlace, 'therapistId'>, { text, version }: PageCorrectionDto): Promise<NotePageDto> {
    const wait = await this.limits.reserve([CORRECTIONS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.correctedTooOften, { retryAfterSeconds: wait });
    return this.works.begin(actor, async (work) => {
      const row = await this.pages.lockPage({ ...place, therapistId: actor.id }, work.tx);
      if (!row) throw new DomainError('not_found', messages.noSuchPage);
      if (row.signed_at) throw new DomainError('rule', messages.signedNotCorrected);
      // A repeat of one that was saved is no other one.
      if (row.version === version + 1 && row.correction === text) return toPageDto(row);
      if (row.version !== version) throw new DomainError('conflict', messages.correctedElsewhere);
      const isLonger = text.length > (row.correction ?? '').length;
      if (isLonger && Buffer.byteLength(text) > (await this.pages.roomForCorrection(row, work.tx))) throw new DomainError('rule', messages.correctionsTooLong);
      const corrected = { correction: text, version: version + 1, corrected_at: work.now() };
      await this.pages.saveCorrection(row, text, corrected.version, corrected.corrected_at, work.tx);
      await work.record(fileDeed('correct_note_file', { id: row.note_id, client_id: row.client_id }, row.file_id));
      return toPageDto({ ...row, ...corrected });
    });
  }
}

function toPageDto({ page, engine, instead_of_vision, confidence, text, unsure, correction, version, read_at, corrected_at }: PageRow): NotePageDto {
  return {
    page,
    engine: engine ?? 'tesseract',
    instead_of_vision,
    confidence,
    is_low_confidence: confidence !== null && confidence < LOW_CONFIDENCE,
    text: text ?? noteMessages.unopened,
    unsure: text === undefined ? [] : unsure,
    correction,
    version,
    read_at: (read_at ?? new Date(0)).toISOString(),
    corrected_at: corrected_at?.toISOString() ?? null,
  };
}
