import { featuresOf } from './risk-features';
import { plainWords } from './plain-words';
import { RISK_KINDS } from './risk-term';

/** By feature: what it says for and against none of the kinds, and each of them. */
export type Weights = ReadonlyMap<string, readonly number[]>;

const ROUNDS = 12;
const STEP = 0.25;
const SLOWER = 0.1;
/** What stands in one sentence alone says something about that sentence. */
const LEAST_SENTENCES = 2;
/** Smaller weights decide nothing. */
const LEAST_WEIGHT = 0.1;
const CLASSES = RISK_KINDS.length + 1;
export const ALWAYS = '*';

/**
 * Learns from labelled sentences which words speak for which kind of cue: multinomial logistic regression by gradient steps. The same sentences
 * give the same weights.
 * @param cases a kind, or "-" and why it is none; and the sentence
 */
export function learnWeights(cases: readonly (readonly string[])[]): Weights {
  const counts = new Map<string, number>();
  const read = cases.map(([label = '', text = '']) => ({ label: RISK_KINDS.findIndex((kind) => kind === label) + 1, features: featuresOf(plainWords(text)) }));
  for (const feature of read.flatMap(({ features }) => features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const samples = read.map(({ label, features }) => ({ label, features: [ALWAYS, ...features.filter((feature) => counts.get(feature)! >= LEAST_SENTENCES)] }));
  const weights = new Map<string, number[]>();
  const weighed = (feature: string): number[] => {
    const known = weights.get(feature);
    if (known) return known;
    const made = new Array<number>(CLASSES).fill(0);
    weights.set(feature, made);
    return made;
  };
  const chance = numbers();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(samples, chance);
    for (const { label, features } of samples) {
      const shares = sharesOf(features.map(weighed));
      for (const [index, share] of shares.entries()) {
        const change = ((index === label ? 1 : 0) - share) * (STEP / (1 + round * SLOWER));
        for (const feature of features) weighed(feature)[index]! += feature === ALWAYS ? change * 0.1 : change;
      }
    }
  }
  const rounded = [...weights].map(([feature, of]) => [feature, of.map((weight) => (Math.abs(weight) < LEAST_WEIGHT ? 0 : Math.round(weight * 20) / 20))] as const);
  return new Map(rounded.filter(([, of]) => of.some((weight) => weight !== 0)).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function sharesOf(weights: readonly (readonly number[])[]): number[] {
  const sums = Array.from({ length: CLASSES }, (_, index) => weights.reduce((sum, of) => sum + of[index]!, 0));
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
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
