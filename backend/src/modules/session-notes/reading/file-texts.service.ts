import { Injectable } from '@nestjs/common';
import { AnalysisRepository } from '../analyses/analysis.repository';
import { type FileTexts, NO_TEXTS } from '../files/file.mapper';
import { NotePageRepository, textOfPage } from './page.repository';

/** Of a file's text: lists of files do not carry whole books. */
const BEGINNING = 2_000;
/** In the longest of scripts, and with what sealing adds. */
const BEGINNING_BYTES = 4 * BEGINNING;

/** What was read of the files of a note, file by file, and what the therapist accepted of its analysis; corrections stand for what they correct. */
@Injectable()
export class FileTextsService {
  constructor(
    private readonly pages: NotePageRepository,
    private readonly analyses: AnalysisRepository,
  ) {}

  /** The beginnings alone, by the files' ids; a file of which nothing is read yet has none. */
  async textsOf(therapistId: string, noteId: string): Promise<ReadonlyMap<string, FileTexts>> {
    const texts = new Map<string, FileTexts>();
    const pages = await this.pages.listBeginnings(therapistId, noteId, BEGINNING_BYTES);
    if (pages.length === 0) return texts;
    const summaries = await this.analyses.listFileSummaries(therapistId, noteId);
    for (const page of pages) {
      const { extracted_text } = texts.get(page.file_id) ?? NO_TEXTS;
      const text = textOfPage(page).slice(0, BEGINNING);
      texts.set(page.file_id, {
        pages_read: page.pages_read,
        extracted_text: (extracted_text === null ? text : `${extracted_text}\n\n${text}`).slice(0, BEGINNING),
        ai_analysis: summaries.get(page.file_id) ?? null,
      });
    }
    return texts;
  }

  /** The whole of it, by the files' ids. */
  async wholeTextsOf(therapistId: string, noteIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    for (const page of await this.pages.listPagesOfNotes(therapistId, noteIds)) {
      const before = texts.get(page.file_id);
      texts.set(page.file_id, before === undefined ? textOfPage(page) : `${before}\n\n${textOfPage(page)}`);
    }
    return texts;
  }
}
