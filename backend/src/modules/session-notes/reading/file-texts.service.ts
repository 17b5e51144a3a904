import { Injectable } from '@nestjs/common';
import { AnalysisRepository } from '../analyses/analysis.repository';
import { type FileTexts, NO_TEXTS } from '../files/file.mapper';
import { NotePageRepository, textOfPage } from './page.repository';

/** What was read of the files of a note, file by file, and what the therapist accepted of its analysis; corrections stand for what they correct. */
@Injectable()
export class FileTextsService {
  constructor(
    private readonly pages: NotePageRepository,
    private readonly analyses: AnalysisRepository,
  ) {}

  /** By the files' ids; a file of which nothing is read yet has none. */
  async textsOf(therapistId: string, noteId: string): Promise<ReadonlyMap<string, FileTexts>> {
    const texts = new Map<string, FileTexts>();
    const pages = await this.pages.listPagesOfNotes(therapistId, [noteId]);
    if (pages.length === 0) return texts;
    const summaries = await this.analyses.listFileSummaries(therapistId, noteId);
    for (const page of pages) {
      const { pages_read, extracted_text } = texts.get(page.file_id) ?? NO_TEXTS;
      const text = textOfPage(page);
      texts.set(page.file_id, {
        pages_read: pages_read + 1,
        extracted_text: extracted_text === null ? text : `${extracted_text}\n\n${text}`,
        ai_analysis: summaries.get(page.file_id) ?? null,
      });
    }
    return texts;
  }
}
