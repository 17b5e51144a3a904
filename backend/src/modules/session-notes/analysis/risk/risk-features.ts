import { pattern } from './risk-vocabulary';

/** The classes of words that count as one word, whatever stands in their place. */
const CLASSES = ['want', 'plan', 'think', 'kill', 'harm', 'attack', 'die', 'body', 'kin', 'partner', 'child', 'others', 'gun', 'pills', 'drug', 'drink'].map((name) => [name, pattern(`{${name}}`)] as const);
const STEM = 5;

/** What of a sentence is weighed: its words by their beginnings, two that follow each other, two with one between them, and the classes that occur, alone and together. */
export function featuresOf(words: string): string[] {
  const stems = words.split(/\s+/).filter((word) => word !== '').map((word) => word.slice(0, STEM));
  const features = new Set(stems);
  for (const [index, stem] of stems.entries()) {
    if (index > 0) features.add(`${stems[index - 1]}_${stem}`);
    if (index > 1) features.add(`${stems[index - 2]}~${stem}`);
  }
  const met = CLASSES.filter(([, of]) => words.search(of) >= 0).map(([name]) => `{${name}}`);
  for (const [index, one] of met.entries()) {
    features.add(one);
    for (const other of met.slice(index + 1)) features.add(one + other);
  }
  return [...features];
}
