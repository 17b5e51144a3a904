import { fieldsOf } from './risk-fields';

/** What the sentence as a whole is: somebody else's, a joke, a condition, the past. */
const FRAMES: readonly (readonly [name: string, words: RegExp])[] = [
  ['someone', /^(?:\S+ ){0,5}(?:mother|mom|father|dad|brother|sister|uncle|aunt|cousin|friends?|colleague|coworker|neighbou?r|grandfather|grandmother|roommate|flatmate|classmate|husband|wife|partner|boyfriend|girlfriend|boss)\b/],
  ['own words', /\b(?:i|my|me)\b/],
  ['joke', /\b(?:joke[sd]?|joking|laugh\w*|lol|haha|grin\w*|quipp\w+|wink\w*|smirk\w*|giggl\w+|dead ?pan\w*|drily|dryly)\b/],
  ['condition', /\b(?:if|should|unless|in case|were to|in the event)\b/],
  ['past', /\b(?:(?:19|20)\d\d|years ago|decades?|as a (?:child|teen\w*|student)|used to|in (?:his|her) (?:teens|twenties|thirties))\b/],
  ['question', /\?/],
];
const STEM = 5;

/**
 * What of a sentence is weighed: its words by their beginnings, two that follow each other or have one between them, the fields of meaning that its
 * words belong to, alone and beside a word, and what it is as a whole.
 */
export function featuresOf(words: string): string[] {
  const all = words.split(/\s+/).filter((word) => word !== '');
  const stems = all.map((word) => word.slice(0, STEM));
  const fields = all.map(fieldsOf);
  const features = new Set(stems);
  for (const [index, stem] of stems.entries()) {
    if (index > 0) features.add(`${stems[index - 1]}_${stem}`);
    if (index > 1) features.add(`${stems[index - 2]}~${stem}`);
    for (const field of fields[index]!) {
      features.add(`{${field}}`);
      if (index > 0) features.add(`${stems[index - 1]}_{${field}}`);
      if (index + 1 < stems.length) features.add(`{${field}}_${stems[index + 1]}`);
    }
  }
  for (const [name, of] of FRAMES) if (of.test(words)) features.add(`#${name}`);
  features.add(`#length ${Math.min(6, Math.floor(all.length / 4))}`).add(`^${stems[0] ?? ''}`);
  return [...features];
}
