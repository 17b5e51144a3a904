import type { PageText } from '../../../integrations/ocr/page-text';

/** Of the text of one file, in bytes: thirty close pages of a script with three bytes a letter. A file of 5 kB can say it has a thousand times that. */
export const MOST_OF_FILE = 500_000;
/** Of the texts of all files of a note. */
export const MOST_OF_NOTE = 3_000_000;

/** @param used what there is already @returns how many bytes more there may be */
export function roomIn(used: { of_file: number; of_note: number } | undefined): number {
  return Math.max(0, Math.min(MOST_OF_FILE - (used?.of_file ?? 0), MOST_OF_NOTE - (used?.of_note ?? 0)));
}

/** As much of a page's text as there is room for. */
export function cutTo(room: number, { text, unsure }: Pick<PageText, 'text' | 'unsure'>): Pick<PageText, 'text' | 'unsure'> & { isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return { text, unsure, isCut: false };
  // A letter that was cut through goes.
  const kept = bytes.toString('utf8', 0, room).replace(/\ufffd$/, '');
  return { text: kept, unsure: unsure.filter(({ end }) => end <= kept.length), isCut: true };
}
