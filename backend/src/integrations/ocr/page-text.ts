/** What a note's file can be. */
export const READABLE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReadableType = (typeof READABLE_TYPES)[number];

export const MAX_PAGES = 30;
export const MAX_PIXELS = 50_000_000;
/** Of one page. What stands behind it is cut off. */
export const MAX_PAGE_TEXT = 100_000;
export const MAX_UNSURE_WORDS = 2_000;
/** Of a page, out of 100: below it the page is handwriting, or no text at all. */
export const LOW_CONFIDENCE = 60;
/** Of a word: below it the word is marked. */
export const UNSURE_WORD = 75;

/** Which program read a page: shown with it. */
export const PAGE_ENGINES = ['text-layer', 'tesseract', 'vision'] as const;
export type PageEngine = (typeof PAGE_ENGINES)[number];

/** A word that was read with little confidence. */
export interface UnsureWord {
  /** Offsets into the page's text. */
  start: number;
  end: number;
  /** Out of 100. */
  confidence: number;
  /** Left, top, width and height, as fractions of the page as it is shown; empty where the engine does not say. */
  box: [number, number, number, number] | [];
}

/** What was read of one page. */
export interface PageText {
  engine: PageEngine;
  text: string;
  /** Out of 100; null for an engine that does not say. */
  confidence: number | null;
  unsure: UnsureWord[];
}

/** A page as a picture for the eye. */
export interface PagePicture {
  /** WebP. */
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Why a file cannot be read: it asks for a password, has too many pages or pixels, is no such file or a damaged one, or took more time or
 * memory than a page is given.
 */
export const FILE_REFUSALS = ['encrypted', 'pages', 'pixels', 'broken', 'effort'] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

/** A file that is not read, and will not be the next time. */
export class FileRefused extends Error {
  constructor(readonly reason: FileRefusal) {
    super(`The file was refused: ${reason}`);
  }
}

/** A page that was not looked at, since this process comes to its end or the machine has no other left. It may come again later. */
export class ReaderAway extends Error {}
