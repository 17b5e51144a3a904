import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { learnWeights, weigh, Weights } from './risk-learning';
import { RISK_KINDS, RiskKind } from './risk-term';

/**
 * A sentence and what it was labelled: a kind of cue, or "-" and why it is none.
 *
 * A cue is a sentence that a therapist should look at once more: the client, or a child or another person in the client's care, is in danger or is one,
 * now or lately, whether it is said outright or hinted at; a plan, a means, a wound, a threat that stands in it counts, denied intent or not, and so
 * does a condition that is itself the threat ("if he leaves I will …"), and what others report of the client. An attempt or an act of violence that is
 * nowhere said to be over counts as well. None is: what is denied (-denial), what is long over and said to be (-history), what happened to other
 * grown-ups or in a story (-other, -third), what would be done in a case that has not come, routine questions and advice (-conditional), figures of
 * speech (-idiom), jokes (-sarcasm), and everything else (-neutral, -none, -plain).
 */
export type LabelledSentence = readonly [label: string, sentence: string];

const SENTENCES = join(__dirname, 'labelled-sentences');

/** Learned when the first sentence asks: in about a second, in the process that analyses. */
let weights: Weights | undefined;

/**
 * How a sentence is worded, by weights that were learned from labelled sentences: for what no rule has words for.
 * @param words of `plainWords` @returns the likeliest kind of cue, and how much more speaks for a cue of any kind than for none
 */
export function learnedRisk(words: string, from: Weights = (weights ??= learnWeights(labelledSets().flatMap(({ cases }) => cases)))): { kind: RiskKind; surplus: number } {
  const [none = 0, ...kinds] = weigh(words, from);
  const surplus = Math.log(kinds.reduce((sum, of) => sum + Math.exp(of - none), 0));
  return { kind: RISK_KINDS[kinds.indexOf(Math.max(...kinds))]!, surplus };
}

/** The sentences that the weights are learned from, a file a set. */
export function labelledSets(): { name: string; cases: LabelledSentence[] }[] {
  const names = readdirSync(SENTENCES).sort();
  return names.map((name) => ({ name, cases: JSON.parse(readFileSync(join(SENTENCES, name), 'utf8')) as LabelledSentence[] }));
}
