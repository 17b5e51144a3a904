import type { Citation } from './note-analysis.api';

/** A stretch of the note's text. */
export interface Place {
  start: number;
  end: number;
}

/** Where a quote stands now: at its place, else where the same words are; null where the note no longer says it. */
export function placeIn(text: string, { quote, start, end }: Citation): Place | null {
  if (text.slice(start, end) === quote) return { start, end };
  const at = text.indexOf(quote);
  return at < 0 ? null : { start: at, end: at + quote.length };
}
