import { Injectable } from '@nestjs/common';
import { type FileTexts, NO_TEXTS } from '../files/file.mapper';
import { NotePageRepository, textOfPage } from './page.repository';

/** What was read of the files of a note, file by file; corrections stand for what they correct. */
@Injectable()
export class FileTextsService {
  constructor(private readonly pages: NotePageRepository) {}

  /** By the files' ids; a file of which nothing is read yet has none. */
  async textsOf(therapistId: string, noteId: string): Promise<ReadonlyMap<string, FileTexts>> {
    const texts = new Map<string, FileTexts>();
    for (const page of await this.pages.listPagesOfNotes(therapistId, [noteId])) {
      const { pages_read, extracted_text } = texts.get(page.file_id) ?? NO_TEXTS;
      const text = textOfPage(page);
      texts.set(page.file_id, { ...NO_TEXTS, pages_read: pages_read + 1, extracted_text: extracted_text === null ? text : `${extracted_text}\n\n${text}` });
    }
    return texts;
  }
}
