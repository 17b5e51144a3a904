import EIGHTH from './labelled-sentences/eighth.json';
import ELEVENTH from './labelled-sentences/eleventh.json';
import NINTH from './labelled-sentences/ninth.json';
import ORDINARY from './labelled-sentences/ordinary.json';
import PLAIN from './labelled-sentences/plain.json';
import TENTH from './labelled-sentences/tenth.json';
import TWELFTH from './labelled-sentences/twelfth.json';
import FIFTEENTH from './labelled-sentences/fifteenth.json';
import FOURTEENTH from './labelled-sentences/fourteenth.json';
import THIRTEENTH from './labelled-sentences/thirteenth.json';
import FIRST from './labelled-sentences/00-first.json';
import SEVENTEENTH from './labelled-sentences/seventeenth.json';
import SIXTEENTH from './labelled-sentences/sixteenth.json';
import SEVENTH from './labelled-sentences/seventh.json';
import SIXTH from './labelled-sentences/sixth.json';
import SECOND from './labelled-sentences/second.json';
import EVERYDAY from './labelled-sentences/everyday.json';
import FIFTH from './labelled-sentences/fifth.json';
import FOURTH from './labelled-sentences/fourth.json';
import THIRD from './labelled-sentences/third.json';
import { readRisks, riskCuesOf } from './risk-cues';
import type { Assertion } from './risk-context';
import { RISK_KINDS, RiskKind } from './risk-term';

/** A sentence and the kind of cue that it is, or "-" and why it is none. */
type Case = readonly string[];

/** Rather one cue too many than one missed. */
const LEAST_PRECISION = 0.85;

const IMPORTANT: readonly string[] = ['suicide', 'self_harm', 'harm_to_others', 'abuse'];

function isCue([label]: Case): boolean {
  return RISK_KINDS.includes(label as RiskKind);
}

const READ = new Map<string, RiskKind[]>();

/** The cues of a case, read once. */
function kindsIn([, text = '']: Case): RiskKind[] {
  const known = READ.get(text) ?? kindsOf(text);
  READ.set(text, known);
  return known;
}

/** A question comes with its answer. */
function kindsOf(text: string): RiskKind[] {
  const [, question, answer] = /^(.*\?) (No.*)$/.exec(text) ?? [];
  const cues = question === undefined ? riskCuesOf(text) : [...riskCuesOf(question, answer), ...riskCuesOf(answer!)];
  return cues.map(({ kind }) => kind);
}

function rates(cases: readonly Case[]) {
  const cues = cases.filter(isCue);
  // A sentence that is shown is looked at, whatever kind it is shown as; which kind is told beside it.
  const missed = cues.filter((one) => kindsIn(one).length === 0);
  const right = cues.filter((one) => kindsIn(one).includes(one[0] as RiskKind)).length;
  const tooMany = cases.filter((one) => !isCue(one) && kindsIn(one).length > 0);
  const found = cues.length - missed.length;
  return { sentences: cases.length, recall: found / cues.length, ofKind: right / cues.length, precision: found / (found + tooMany.length), missed, tooMany };
}

describe.each<[string, Case[]]>([
  ['the first set', FIRST],
  ['the second set', SECOND],
  ['the third set', THIRD],
  ['the fourth set', FOURTH],
  ['the fifth set', FIFTH],
  // Before the rules had seen them: recall 0.76 and 0.69 of any cue, precision 0.98 and 0.96.
  ['the sixth set', SIXTH],
  ['the seventh set', SEVENTH],
  // Before the rules had seen them: recall 0.36, 0.83, 0.70 and 0.75 of any cue, precision 0.92, 0.99, 0.92 and 0.92.
  ['the eighth set', EIGHTH],
  ['the ninth set', NINTH],
  ['the tenth set', TENTH],
  ['the eleventh set', ELEVENTH],
  // Before rules and weights had seen it: 0.84 and 0.93.
  ['the twelfth set', TWELFTH],
  // Before the rules and the weights had seen them: recall 0.84, 0.90 and 0.79, precision 0.79, 0.88 and 0.69.
  ['the thirteenth set', THIRTEENTH],
  ['the fourteenth set', FOURTEENTH],
  ['the fifteenth set', FIFTEENTH],
  // Before they had seen them, with more to learn from: recall 0.96 and 0.98, precision 0.83 and 0.76.
  ['the sixteenth set', SIXTEENTH],
  ['the seventeenth set', SEVENTEENTH],
])('%s of labelled sentences', (name, cases) => {
  const { sentences, recall, ofKind, precision, missed, tooMany } = rates(cases);

  it('is found almost whole', () => {
    process.stdout.write(`risk cues, ${name}: ${sentences} sentences, recall ${recall.toFixed(3)} (of the very kind ${ofKind.toFixed(3)}), precision ${precision.toFixed(3)}\n`);
    expect(ofKind).toBeGreaterThanOrEqual(0.85);
    expect({ missed: recall < 0.95 ? missed : [], tooMany: precision < LEAST_PRECISION ? tooMany : [] }).toEqual({ missed: [], tooMany: [] });
  });

  it.each(IMPORTANT)('is found in every important kind: %s', (kind) => {
    expect(rates(cases.filter((one) => one[0] === kind)).recall).toBeGreaterThanOrEqual(0.9);
  });
});

it.each(EVERYDAY.map(([, sentence]) => sentence!))('an everyday sentence has no cue: %s', (sentence) => {
  expect(riskCuesOf(sentence)).toEqual([]);
});

it('of ordinary sentences, three in a hundred at most have a cue', () => {
  const all = [...PLAIN, ...ORDINARY];
  const taken = all.filter((one) => kindsIn(one).length > 0);
  process.stdout.write(`risk cues, ordinary sentences: ${taken.length} of ${all.length} have one\n`);
  expect(taken.length / all.length > 0.03 ? taken : []).toEqual([]);
});

it.each([
  'She crossed the bridge alone on Tuesday.',
  'He crossed the bridge alone for the first time since the accident.',
  'Walked over the bridge by herself, fear 3 of 10.',
  'Drove across the viaduct alone and was proud.',
])('what somebody was afraid of and did is no cue: %s', (sentence) => {
  expect(riskCuesOf(sentence)).toEqual([]);
});

it.each([
  'She stood alone on the bridge at night.',
  'He drove to the bridge alone and sat there for an hour.',
  'Climbed over the railing of the bridge.',
  'Crossed the bridge alone and thought about jumping.',
])('a height that draws somebody is one: %s', (sentence) => {
  expect(riskCuesOf(sentence)).not.toEqual([]);
});

describe('a reading', () => {
  it.each<[string, RiskKind, Assertion]>([
    ['Client endorses SI.', 'suicide', 'present'],
    ['He did not deny suicidal thoughts.', 'suicide', 'present'],
    ['Possibly suicidal, presentation unclear.', 'suicide', 'uncertain'],
    ['Suicide attempt in 2014.', 'suicide', 'history'],
    ['Had suicidal thoughts in college, none since.', 'suicide', 'past'],
    ['She took an overdose at fifteen, it is over twenty years ago and she has never felt that way again.', 'suicide', 'past'],
    ['He was in care as a child and was hit there; he feels it is behind him.', 'abuse', 'past'],
    ['Denies SI.', 'suicide', 'denied'],
    ['SI: none reported.', 'suicide', 'denied'],
    ['If suicidal thoughts return, she will call.', 'suicide', 'conditional'],
    ['Her uncle died by suicide.', 'suicide', 'someone else'],
  ])('%s', (sentence, kind, assertion) => {
    expect(readRisks(sentence).find((reading) => reading.kind === kind)).toMatchObject({ assertion });
  });

  it('of one sentence tells each kind once', () => {
    expect(riskCuesOf('Suicidal, wants to die, plans to kill himself with the gun at home.').map(({ kind }) => kind)).toEqual(['suicide', 'weapons']);
  });
});
