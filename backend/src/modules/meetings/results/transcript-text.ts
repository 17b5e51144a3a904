import { createHash } from 'node:crypto';
import type { Citation, NoteAnalysis } from '../../session-notes/analyses/text-analysis.service';

/** A line as it counts: where it was corrected, the correction. */
export interface SaidLine {
  id: string;
  start_ms: number;
  end_ms: number;
  text: string;
}

/** Where in a transcript something stands: a stretch of a line's text, and when it was said. */
export interface Moment {
  line_id: string;
  start_ms: number;
  end_ms: number;
  /** What stands there, letter by letter. */
  quote: string;
  start: number;
  end: number;
}

export const RESULT_LISTS = ['summary', 'themes', 'interventions', 'homework', 'progress', 'next_steps'] as const;
type Cue = Pick<NoteAnalysis['risk_cues'][number], 'kind' | 'assertion' | 'quote' | 'why'>;

/** What an engine says, each sentence with the moments that it rests on. */
export interface MeetingResult extends Record<(typeof RESULT_LISTS)[number], { text: string; moments: Moment[] }[]> {
  risk_cues: (Cue & { moments: Moment[] })[];
  remarks: string[];
}

/** Who is heard is left out: a letter before a colon is a heading of notes. */
export class TranscriptText {
  readonly text: string;
  /** By which it is seen whether a line was corrected since; it lies sealed. */
  readonly digest: string;
  private readonly placed: (SaidLine & { at: number })[];

  /** @param lines in the order of time */
  constructor(lines: readonly SaidLine[]) {
    let at = 0;
    this.placed = lines.map((line) => {
      const placed = { ...line, at };
      at += line.text.length + 1;
      return placed;
    });
    this.text = lines.map(({ text }) => text).join('\n');
    this.digest = createHash('sha256').update(JSON.stringify(lines.map(({ id, text }) => [id, text]))).digest('base64');
  }

  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** The same result at its moments; what rests on none is left out. */
  moments(analysis: NoteAnalysis): MeetingResult {
    const at = <T extends { citations: Citation[] }>(items: readonly T[]): (Omit<T, 'citations'> & { moments: Moment[] })[] =>
      items.map(({ citations, ...item }) => ({ ...item, moments: citations.flatMap((citation) => this.momentsOf(citation)) })).filter(({ moments }) => moments.length > 0);
    const lists = Object.fromEntries(RESULT_LISTS.map((name) => [name, at(analysis[name])])) as Pick<MeetingResult, (typeof RESULT_LISTS)[number]>;
    return { ...lists, risk_cues: at(analysis.risk_cues), remarks: analysis.remarks };
  }

  /** A quote that goes on in the next line has a moment in both. A long transcript has thousands of lines, and of citations. */
  private momentsOf({ start, end }: Citation): Moment[] {
    const found: Moment[] = [];
    for (let nth = this.firstBehind(start); nth < this.placed.length; nth += 1) {
      const { id, start_ms, end_ms, text, at } = this.placed[nth]!;
      if (at >= end) break;
      const [from, to] = [Math.max(start - at, 0), Math.min(end - at, text.length)];
      const quote = text.slice(from, Math.max(from, to)).trim();
      if (quote === '') continue;
      const begin = text.indexOf(quote, from);
      found.push({ line_id: id, start_ms, end_ms, quote, start: begin, end: begin + quote.length });
    }
    return found;
  }

  /** The first line that does not end before a place of the text. */
  private firstBehind(place: number): number {
    let [low, high] = [0, this.placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { at, text } = this.placed[middle]!;
      if (at + text.length <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
