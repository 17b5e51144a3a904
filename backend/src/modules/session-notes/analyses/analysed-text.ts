import { createHash } from 'node:crypto';
import { type Citation, type NoteAnalysis, STATEMENT_LISTS } from '../analysis/analysis';

/** A page as it counts: where it was corrected, the correction. */
export interface AnalysedPage {
  page: number;
  text: string;
}

const BETWEEN_PAGES = '\n\n';

/** What engines read: the text of a note, or the pages of one of its files, one after the other. */
export class AnalysedText {
  private constructor(
    readonly text: string,
    /** By which it is seen whether a text was changed; it lies sealed, for short texts could be guessed from it. */
    readonly digest: string,
    private readonly pages: readonly (AnalysedPage & { start: number })[] | null,
  ) {}

  static ofNote(content: string): AnalysedText {
    return new AnalysedText(content, digestOf(content), null);
  }

  /** @param pages in their order */
  static ofPages(pages: readonly AnalysedPage[]): AnalysedText {
    let start = 0;
    const placed = pages.map((page) => {
      const at = start;
      start += page.text.length + BETWEEN_PAGES.length;
      return { ...page, start: at };
    });
    return new AnalysedText(pages.map(({ text }) => text).join(BETWEEN_PAGES), digestOf(JSON.stringify(pages.map(({ page, text }) => [page, text]))), placed);
  }

  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** The same result, its citations on the pages where they stand. */
  placed(analysis: NoteAnalysis): NoteAnalysis {
    if (this.pages === null) return analysis;
    const onPages = <T extends { citations: Citation[] }>(items: readonly T[]): T[] =>
      items.map((item) => ({ ...item, citations: item.citations.flatMap((citation) => this.onPages(citation)) })).filter(({ citations }) => citations.length > 0);
    const lists = Object.fromEntries(STATEMENT_LISTS.map((name) => [name, onPages(analysis[name])])) as Pick<NoteAnalysis, (typeof STATEMENT_LISTS)[number]>;
    return { ...analysis, ...lists, risk_cues: onPages(analysis.risk_cues) };
  }

  /** A quote that goes on overleaf has a place on both pages. */
  private onPages({ start, end }: Citation): Citation[] {
    return (this.pages ?? []).flatMap(({ page, text, start: begin }) => {
      const [from, to] = [Math.max(start - begin, 0), Math.min(end - begin, text.length)];
      const quote = text.slice(from, Math.max(from, to));
      const said = quote.trim();
      if (said === '') return [];
      const at = from + quote.indexOf(said);
      return [{ quote: said, start: at, end: at + said.length, page }];
    });
  }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
