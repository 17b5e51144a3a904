import { CONCEPT_NETS } from './concept-nets';
import { OWN_RISKS } from './own-risk-terms';
import { plainWords } from './plain-words';
import { Assertion, assertionOf } from './risk-context';
import { withoutIdioms } from './risk-idioms';
import { NETS } from './risk-nets';
import { RiskKind, RiskTerm } from './risk-term';
import { RISKS_BETWEEN_PEOPLE } from './risks-between-people';

const TERMS: readonly RiskTerm[] = [...OWN_RISKS, ...RISKS_BETWEEN_PEOPLE, ...NETS, ...CONCEPT_NETS];

/** What a rule found in a sentence, cue or not. */
export interface RiskReading {
  kind: RiskKind;
  assertion: Assertion;
  /** The words that the rule met, in one spelling. */
  words: string;
}

const SHOWN: ReadonlySet<Assertion> = new Set(['present', 'uncertain', 'history']);
const NO = /^(?:no|nope|nah|none|never|denie[sd]|not at all|negative)\b/;

/** Everything that the rules met in a sentence; `answer` is the sentence after it, which may answer it when it is a question. */
export function readRisks(sentence: string, answer = ''): RiskReading[] {
  const plain = plainWords(sentence);
  if (plain.endsWith('?') && NO.test(plainWords(answer)) && !/\bbut\b/.test(plainWords(answer))) return [];
  const words = withoutIdioms(plain);
  const found = TERMS.flatMap((term) => spansOf(words, term).map(([start, end]) => ({ term, start, end })));
  const spans = found.map(({ start, end }): [number, number] => [start, end]);
  return found.map(({ term, start, end }) => ({
    kind: term.kind,
    assertion: assertionOf({ words, start, end, others: spans, term }, plain),
    words: plain.slice(start, end),
  }));
}

/** Two things are together within so many words of one statement. */
const BESIDE = 12;

function spansOf(words: string, { pattern, beside }: RiskTerm): [number, number][] {
  const spans = (of: RegExp) => [...words.matchAll(of)].map((match): [number, number] => [match.index, match.index + match[0].length]);
  const lefts = spans(pattern);
  if (!beside || lefts.length === 0) return lefts;
  const rights = spans(beside);
  return lefts.flatMap((left) => {
    const right = rights.find((other) => isBeside(words, left, other));
    return right ? [[Math.min(left[0], right[0]), Math.max(left[1], right[1])] as [number, number]] : [];
  });
}

function isBeside(words: string, left: [number, number], right: [number, number]): boolean {
  const [first, second] = left[0] < right[0] ? [left, right] : [right, left];
  if (second[0] < first[1]) return false;
  const between = words.slice(first[1], second[0]);
  return !/ [.;] /.test(between) && between.split(' ').length <= BESIDE + 2;
}

/** The cues of a sentence. */
export function riskCuesOf(sentence: string, answer = ''): RiskReading[] {
  return cuesAmong(readRisks(sentence, answer));
}

/** Of what was read the part that is worth a look, one for each kind; what is present comes before what is uncertain and what is history. */
export function cuesAmong(readings: readonly RiskReading[]): RiskReading[] {
  const shown = readings.filter(({ assertion }) => SHOWN.has(assertion));
  const best = new Map<RiskKind, RiskReading>();
  for (const assertion of SHOWN) for (const reading of shown) if (reading.assertion === assertion && !best.has(reading.kind)) best.set(reading.kind, reading);
  return [...best.values()];
}
