import type { Citation } from './note-analysis.api';

/** A stretch of a text. */
export interface Place {
  start: number;
  end: number;
  /** Of a file, whose page has the text. */
  page?: number;
}

/** Where a quote stands now: at its place, else where the same words are; null where the text no longer says it. */
export function placeIn(text: string, { quote, start, end, page }: Citation): Place | null {
  const onPage = page === undefined ? {} : { page };
  if (text.slice(start, end) === quote) return { start, end, ...onPage };
  const at = text.indexOf(quote);
  return at < 0 ? null : { start: at, end: at + quote.length, ...onPage };
}
