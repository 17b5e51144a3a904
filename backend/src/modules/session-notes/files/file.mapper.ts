import { NoteFileDto } from './file.dto';
import type { FileRow } from './file.repository';
import * as messages from './messages';

/** What was read of a file, and made of that. */
export interface FileTexts {
  pages_read: number;
  extracted_text: string | null;
  ai_analysis: string | null;
}

export const NO_TEXTS: Readonly<FileTexts> = { pages_read: 0, extracted_text: null, ai_analysis: null };

export function toFileDto(file: FileRow, texts: Readonly<FileTexts> = NO_TEXTS): NoteFileDto {
  const { id, filename, file_type, media_type, file_size, page_count, processing_status, error_reason, created_at } = file;
  const reason = error_reason === null ? null : (messages.REASONS[error_reason] ?? messages.unreadable);
  return { id, filename, file_type, media_type, file_size, page_count, processing_status, error_reason: reason, ...texts, created_at: created_at.toISOString() };
}
