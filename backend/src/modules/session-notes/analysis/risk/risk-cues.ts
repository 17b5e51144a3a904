import { CONCEPT_NETS } from './concept-nets';
import { MEANING_NETS } from './meaning-nets';
import { learnedRisk } from './learned-risks';
import type { Weights } from './risk-learning';
import { OWN_RISKS } from './own-risk-terms';
import { plainWords } from './plain-words';
import { Assertion, assertionOf, isToldAsPast } from './risk-context';
import { isJoke, withoutIdioms } from './risk-idioms';
import { NETS } from './risk-nets';
import { RiskKind, RiskTerm } from './risk-term';
import { RISKS_BETWEEN_PEOPLE } from './risks-between-people';

const TERMS: readonly RiskTerm[] = [...OWN_RISKS, ...RISKS_BETWEEN_PEOPLE, ...NETS, ...CONCEPT_NETS, ...MEANING_NETS];

/** What a rule found in a sentence, cue or not. */
export interface RiskReading {
  kind: RiskKind;
  assertion: Assertion;
  /** The words that the rule met, in one spelling. */
  words: string;
  /** No rule did: the sentence as a whole is worded like such ones. */
  byWording?: true;
}

const SHOWN: ReadonlySet<Assertion> = new Set(['present', 'uncertain', 'history']);
const NO = /^(?:no|nope|nah|none|never|denie[sd]|not at all|negative)\b/;

/** Everything that the rules met in a sentence; `answer` is the sentence after it, which may answer it when it is a question. */
export function readRisks(sentence: string, answer = '', weights?: Weights): RiskReading[] {
  const plain = plainWords(sentence);
  if (plain.endsWith('?') && NO.test(plainWords(answer)) && !/\bbut\b/.test(plainWords(answer))) return [];
  const words = withoutIdioms(plain);
  const found = TERMS.flatMap((term) => spansOf(words, term).map(([start, end]) => ({ term, start, end })));
  const spans = found.map(({ start, end }): [number, number] => [start, end]);
  const met = found.map(({ term, start, end }): RiskReading & { wide: boolean } => ({
    kind: term.kind,
    assertion: assertionOf({ words, start, end, others: spans, term }, plain),
    words: plain.slice(start, end),
    wide: term.wide,
  }));
  return withWording(plain, met, weights);
}

/** So much more has to speak for a cue than for none where no rule meets anything: nineteen in twenty of the cues of authors that were not learned from have that much. */
const ENOUGH = -1.7;
/** And so much where a rule has read a denial, somebody else or a figure of speech: the rules know better who a sentence is about. */
const ENOUGH_AGAINST_A_RULE = 0.8;
/** A wide net is not believed where this much speaks against it, or this much where a joke or the past may be meant besides; plain words are. */
const AGAINST_A_WIDE_NET = -4;
const AGAINST_A_WIDE_NET_IN_A_JOKE = -2.5;

/** What the rules met, and what the wording of the whole sentence says beside it. */
function withWording(plain: string, met: readonly (RiskReading & { wide: boolean })[], weights?: Weights): RiskReading[] {
  const { kind, surplus } = learnedRisk(plain, weights);
  const least = isJoke(plain) || isToldAsPast(plain) ? AGAINST_A_WIDE_NET_IN_A_JOKE : AGAINST_A_WIDE_NET;
  const believed = met.filter(({ assertion, wide }) => !wide || !SHOWN.has(assertion) || surplus > least).map(({ wide: _, ...reading }): RiskReading => reading);
  if (believed.some(({ assertion }) => SHOWN.has(assertion))) return believed;
  return surplus > (met.length === 0 ? ENOUGH : ENOUGH_AGAINST_A_RULE) ? [...believed, { kind, assertion: 'uncertain', words: '', byWording: true }] : believed;
}

/** Two things are together within so many words of one statement. */
const BESIDE = 12;
const DENIED = / (?:and|or|nor|,) (?:is |was |feels )?(?:not|never|no|neither|denies|without) (?:[a-z]+ )?$/;

function spansOf(words: string, { pattern, beside }: RiskTerm): [number, number][] {
  const spans = (of: RegExp): [number, number][] => {
    // Not `matchAll`, which makes another expression each time: most meet nothing.
    if (words.search(of) < 0) return [];
    return [...words.matchAll(of)].map((match) => [match.index, match.index + match[0].length]);
  };
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
  // "Safe at home and not afraid": what is denied there belongs to nothing.
  if (DENIED.test(between)) return false;
  return !/ [.;] /.test(between) && between.split(' ').length <= BESIDE + 2;
}

/** The cues of a sentence. */
export function riskCuesOf(sentence: string, answer = '', weights?: Weights): RiskReading[] {
  return cuesAmong(readRisks(sentence, answer, weights));
}

/** Of what was read the part that is worth a look, one for each kind; what is present comes before what is uncertain and what is history. */
export function cuesAmong(readings: readonly RiskReading[]): RiskReading[] {
  const shown = readings.filter(({ assertion }) => SHOWN.has(assertion));
  const best = new Map<RiskKind, RiskReading>();
  for (const assertion of SHOWN) for (const reading of shown) if (reading.assertion === assertion && !best.has(reading.kind)) best.set(reading.kind, reading);
  return [...best.values()];
}
