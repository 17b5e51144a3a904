import type { Assertion } from './risk/risk-context';
import type { RiskKind } from './risk/risk-term';

/** A place in the text that was read, as offsets into the string; `quote` is what stands there. */
export interface Citation {
  quote: string;
  start: number;
  end: number;
  /** Of a file, from 1: the offsets are those of the page's text. */
  page?: number;
}

/** Something that an engine says, with the sentences of the note that it rests on. */
export interface Statement {
  text: string;
  citations: Citation[];
}

/** A possible sign of a risk: the therapist checks it; it is no finding and no diagnosis. */
export interface RiskCue {
  kind: RiskKind;
  assertion: Extract<Assertion, 'present' | 'uncertain' | 'history'>;
  /** The sentence of the note. */
  quote: string;
  why: string;
  citations: Citation[];
}

/** Which program said it: shown with every result. */
export interface Engine {
  name: string;
  version: string;
}

export const STATEMENT_LISTS = ['summary', 'themes', 'interventions', 'homework', 'progress', 'next_steps'] as const;

/** What an engine made of a note. A draft, until its therapist accepts it. */
export interface NoteAnalysis extends Record<(typeof STATEMENT_LISTS)[number], Statement[]> {
  engine: Engine;
  risk_cues: RiskCue[];
  /** What the reader must know about this result: that a part was not read, or why there is none. */
  remarks: string[];
}

/** A citation as an engine claims it; one that can only quote gives no offsets. */
export interface ClaimedCitation {
  quote: string;
  start?: number;
  end?: number;
}
type Claimed<T extends { citations: Citation[] }> = Omit<T, 'citations'> & { citations: ClaimedCitation[] };

/** A result whose citations nobody has looked up yet. */
export interface ClaimedAnalysis extends Record<(typeof STATEMENT_LISTS)[number], Claimed<Statement>[]> {
  engine: Engine;
  risk_cues: Claimed<RiskCue>[];
  remarks: string[];
}

/** The result with what the note supports, and how many items it did not. */
export interface SupportedAnalysis {
  analysis: NoteAnalysis;
  dropped: number;
}

/** Fewer letters than this are found in any text and support nothing. */
const LEAST_LETTERS = 2;

/**
 * Keeps what rests on the note: an item stays with those of its citations whose quote stands in the text, word for word but for white space;
 * one without any is dropped and counted. Offsets that are missing or wrong are put right.
 */
export function supported(claimed: ClaimedAnalysis, text: string): SupportedAnalysis {
  const source = new Source(text);
  let dropped = 0;
  const keep = <T extends { citations: ClaimedCitation[] }>(items: readonly T[]): (Omit<T, 'citations'> & { citations: Citation[] })[] =>
    items.flatMap((item) => {
      const citations = item.citations.flatMap((citation) => source.find(citation) ?? []);
      if (citations.length > 0) return [{ ...item, citations }];
      dropped += 1;
      return [];
    });
  const lists = Object.fromEntries(STATEMENT_LISTS.map((name) => [name, keep(claimed[name])])) as Record<(typeof STATEMENT_LISTS)[number], Statement[]>;
  const cues = keep(claimed.risk_cues).map((cue): RiskCue => ({ ...cue, quote: cue.citations[0]!.quote }));
  return { analysis: { engine: claimed.engine, remarks: claimed.remarks, ...lists, risk_cues: cues }, dropped };
}

/** A text without its white space's variety, that knows where everything stood. */
class Source {
  private readonly plain: string;
  private readonly offsets: number[] = [];

  constructor(private readonly text: string) {
    let plain = '';
    for (let index = 0; index < text.length; index += 1) {
      const letter = /\s/.test(text[index]!) ? ' ' : text[index]!;
      if (letter === ' ' && (plain === '' || plain.endsWith(' '))) continue;
      plain += letter;
      this.offsets.push(index);
    }
    this.plain = plain;
  }

  /** Where the quote stands: at its claimed place, else at its first one. */
  find({ quote, start, end }: ClaimedCitation): Citation | undefined {
    const wanted = quote.replace(/\s+/g, ' ').trim();
    if ((wanted.match(/[\p{L}\p{N}]/gu) ?? []).length < LEAST_LETTERS) return undefined;
    if (start !== undefined && end !== undefined && this.text.slice(start, end).replace(/\s+/g, ' ').trim() === wanted) return this.citation(start, end);
    for (let at = this.plain.indexOf(wanted); at >= 0; at = this.plain.indexOf(wanted, at + 1)) {
      // Half a word is no quote: "suicidal" does not stand in "nonsuicidal".
      const around = [this.plain.slice(at - 1, at + 1), this.plain.slice(at + wanted.length - 1, at + wanted.length + 1)];
      if (at > 0 && isInsideWord(around[0]!)) continue;
      if (isInsideWord(around[1]!)) continue;
      return this.citation(this.offsets[at]!, this.offsets[at + wanted.length - 1]! + 1);
    }
    return undefined;
  }

  private citation(start: number, end: number): Citation {
    return { quote: this.text.slice(start, end), start, end };
  }
}

function isInsideWord(pair: string): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(pair);
}
