import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../../common/database/database';
import type { WholeNoteRow } from '../notes/note.repository';
import { NotePageRepository, textOfPage } from '../reading/page.repository';
import { AnalysedText } from './analysed-text';

/** Finds what an analysis reads. */
@Injectable()
export class AnalysedTexts {
  constructor(
    private readonly database: Database,
    private readonly pages: NotePageRepository,
  ) {}

  /** @param fileId null for the note's own text @returns undefined where a page does not open */
  async of({ id, therapist_id, content }: Pick<WholeNoteRow, 'id' | 'therapist_id' | 'content'>, fileId: string | null, on: Queryable = this.database): Promise<AnalysedText | undefined> {
    if (fileId === null) return AnalysedText.ofNote(content);
    const pages = await this.pages.listPages({ id: fileId, note_id: id, therapist_id }, on);
    if (pages.some(({ text, correction }) => text === undefined && correction === null)) return undefined;
    return AnalysedText.ofPages(pages.map((page) => ({ page: page.page, text: textOfPage(page) })));
  }
}
