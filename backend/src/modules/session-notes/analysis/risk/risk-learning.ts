import { featuresOf } from './risk-features';
import { plainWords } from './plain-words';
import { RISK_KINDS } from './risk-term';

/** What each feature says for and against none of the kinds, and each of them. */
export interface Weights {
  /** Where a feature's row of weights stands; the first row is for what every sentence has. */
  rows: ReadonlyMap<string, number>;
  values: Float64Array;
}

const ROUNDS = 10;
const STEP = 4;
const SLOWER = 0.1;
/** How much of a weight is forgotten at each step, so that none grows by a single sentence. */
const FORGOTTEN = 0.0003;
/** How common cues are is no evidence about a sentence: what every sentence has is learned slowly. */
const BIAS = 0.1;
const CLASSES = RISK_KINDS.length + 1;

/**
 * Learns from labelled sentences which words and which fields of meaning speak for which kind of cue: multinomial logistic regression by gradient
 * steps, averaged over the later rounds. The same sentences give the same weights.
 * @param cases a kind, or "-" and why it is none; and the sentence
 */
export function learnWeights(cases: readonly (readonly string[])[]): Weights {
  const rows = new Map<string, number>();
  const samples = cases.map(([label = '', text = '']) => {
    const features = featuresOf(plainWords(text));
    for (const feature of features) if (!rows.has(feature)) rows.set(feature, rows.size + 1);
    return { label: RISK_KINDS.findIndex((kind) => kind === label) + 1, places: placesOf(features, rows) };
  });
  const values = new Float64Array((rows.size + 1) * CLASSES);
  const sum = new Float64Array(values.length);
  const chance = numbers();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(samples, chance);
    for (const { label, places } of samples) step(values, places, label, STEP / (1 + round * SLOWER));
    if (round >= ROUNDS / 2) for (let index = 0; index < values.length; index += 1) sum[index]! += values[index]! / Math.floor(ROUNDS / 2);
  }
  return { rows, values: sum };
}

/** How much speaks for none of the kinds, and for each of them. */
export function weigh(words: string, { rows, values }: Weights): Float64Array {
  return sumsOf(values, placesOf(featuresOf(words), rows));
}

function placesOf(features: readonly string[], rows: ReadonlyMap<string, number>): number[] {
  return [0, ...features.flatMap((feature) => rows.get(feature) ?? []).map((row) => row * CLASSES)];
}

/** Of a long sentence each feature says less. */
function share(places: readonly number[]): number {
  return 1 / Math.sqrt(places.length);
}

function sumsOf(values: Float64Array, places: readonly number[]): Float64Array {
  const sums = new Float64Array(CLASSES);
  const scale = share(places);
  for (const place of places) for (let index = 0; index < CLASSES; index += 1) sums[index]! += values[place + index]! * scale;
  return sums;
}

function step(values: Float64Array, places: readonly number[], label: number, size: number): void {
  const powers = sumsOf(values, places);
  const most = Math.max(...powers);
  for (let index = 0; index < CLASSES; index += 1) powers[index] = Math.exp(powers[index]! - most);
  const all = powers.reduce((sum, power) => sum + power, 0);
  const scale = share(places);
  for (let index = 0; index < CLASSES; index += 1) {
    const change = ((index === label ? 1 : 0) - powers[index]! / all) * size * scale;
    for (const place of places) values[place + index]! += (place === 0 ? change * BIAS : change) - values[place + index]! * FORGOTTEN * size;
  }
}

/** The same row of numbers each time. */
function numbers(): () => number {
  let state = 7;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function shuffle<T>(list: T[], chance: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
}
