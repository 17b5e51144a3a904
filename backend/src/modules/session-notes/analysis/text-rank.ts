import type { Sentence, Word } from './sentences';

const DAMPING = 0.85;
const ROUNDS = 30;
/** A word of more sentences than this tells nothing about any of them; it also bounds the work on a long note. */
const MOST_SENTENCES = 60;
const TELLING = new Set(['NOUN', 'VERB', 'ADJ', 'PROPN', 'ADV']);

/** The words by which sentences are compared. */
export function tellingLemmas(words: readonly Word[]): Set<string> {
  return new Set(words.filter(({ pos, stop, lemma }) => !stop && TELLING.has(pos) && /\p{L}{2}/u.test(lemma)).map(({ lemma }) => lemma.toLowerCase()));
}

/** TextRank (Mihalcea and Tarau 2004): how much each sentence has in common with those that have much in common with the others. */
export function textRank(sentences: readonly Sentence[]): number[] {
  const bags = sentences.map(({ words }) => tellingLemmas(words));
  const edges = similarities(bags);
  const weights = edges.map((row) => [...row.values()].reduce((sum, weight) => sum + weight, 0));
  let ranks = bags.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    ranks = edges.map((row) => {
      let sum = 0;
      for (const [other, weight] of row) sum += (weight / weights[other]!) * ranks[other]!;
      return 1 - DAMPING + DAMPING * sum;
    });
  }
  return ranks;
}

function similarities(bags: readonly Set<string>[]): Map<number, number>[] {
  const places = new Map<string, number[]>();
  bags.forEach((bag, index) => bag.forEach((lemma) => places.set(lemma, [...(places.get(lemma) ?? []).slice(-MOST_SENTENCES), index])));
  const shared = bags.map(() => new Map<number, number>());
  for (const indexes of places.values()) {
    if (indexes.length > MOST_SENTENCES) continue;
    for (const left of indexes) for (const right of indexes) if (left !== right) shared[left]!.set(right, (shared[left]!.get(right) ?? 0) + 1);
  }
  shared.forEach((row, left) => {
    for (const [right, count] of row) row.set(right, count / (Math.log(bags[left]!.size + 1) + Math.log(bags[right]!.size + 1)));
  });
  return shared;
}
