import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf } from './risk-features';
import { ALWAYS, learnWeights, Weights } from './risk-learning';
import { RISK_KINDS, RiskKind } from './risk-term';

/** How much more speaks for a cue than for none: of ordinary sentences that were not learned from, three in a hundred have that much. */
const ENOUGH = 0.5;
const SENTENCES = join(__dirname, 'labelled-sentences');

/** Learned when the first sentence asks: under a second, in the process that analyses. */
let weights: Weights | undefined;

/**
 * The kind of cue that a sentence is worded like, by weights that were learned from labelled sentences: for hints that no rule has words for.
 * @param words of `plainWords` @returns undefined where more speaks against it
 */
export function learnedRisk(words: string, from: Weights = (weights ??= learnWeights(labelledSets().flatMap(({ cases }) => cases)))): RiskKind | undefined {
  const sums = new Array<number>(RISK_KINDS.length + 1).fill(0);
  for (const feature of [ALWAYS, ...featuresOf(words)]) from.get(feature)?.forEach((weight, index) => (sums[index]! += weight));
  const [none = 0, ...kinds] = sums;
  const forAny = Math.log(kinds.reduce((sum, of) => sum + Math.exp(of - none), 0));
  return forAny > ENOUGH ? RISK_KINDS[kinds.indexOf(Math.max(...kinds))] : undefined;
}

/** The sentences that the weights are learned from, a file a set: pairs of a kind, or "-" and why it is none, and the sentence. */
export function labelledSets(): { name: string; cases: [string, string][] }[] {
  const names = readdirSync(SENTENCES).sort();
  return names.map((name) => ({ name, cases: JSON.parse(readFileSync(join(SENTENCES, name), 'utf8')) as [string, string][] }));
}
