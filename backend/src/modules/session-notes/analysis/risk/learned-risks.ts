import { featuresOf } from './risk-features';
import { ALWAYS, Weights } from './risk-learning';
import { RISK_KINDS, RiskKind } from './risk-term';
import { RISK_WEIGHTS } from './risk-weights';

/** How much more speaks for a cue than for none: of ordinary sentences that were not learned from, three in a hundred have that much. */
const ENOUGH = 0.5;
const FIRST_LETTER = 'a'.charCodeAt(0);

let weights: Weights | undefined;

/**
 * The kind of cue that a sentence is worded like, by weights that were learned from labelled sentences: for hints that no rule has words for.
 * @param words of `plainWords` @returns undefined where more speaks against it
 */
export function learnedRisk(words: string, from: Weights = (weights ??= unpacked(RISK_WEIGHTS))): RiskKind | undefined {
  const sums = new Array<number>(RISK_KINDS.length + 1).fill(0);
  for (const feature of [ALWAYS, ...featuresOf(words)]) from.get(feature)?.forEach((weight, index) => (sums[index]! += weight));
  const [none = 0, ...kinds] = sums;
  const forAny = Math.log(kinds.reduce((sum, of) => sum + Math.exp(of - none), 0));
  return forAny > ENOUGH ? RISK_KINDS[kinds.indexOf(Math.max(...kinds))] : undefined;
}

/** A line for each feature: its name, and for each kind that it weighs on a letter with twenty times the weight. */
export function packed(of: Weights): string {
  return [...of].map(([feature, each]) => `${feature} ${each.map((weight, index) => (weight === 0 ? '' : `${String.fromCharCode(FIRST_LETTER + index)}${Math.round(weight * 20)}`)).join('')}`).join('\n');
}

export function unpacked(text: string): Weights {
  return new Map(
    text.split('\n').map((line) => {
      const at = line.lastIndexOf(' ');
      const each = new Array<number>(RISK_KINDS.length + 1).fill(0);
      for (const [, letter = 'a', number] of line.slice(at + 1).matchAll(/([a-z])(-?\d+)/g)) each[letter.charCodeAt(0) - FIRST_LETTER] = Number(number) / 20;
      return [line.slice(0, at), each];
    }),
  );
}
