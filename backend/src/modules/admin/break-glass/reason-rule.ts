import { ValidateBy } from 'class-validator';
import * as messages from '../messages';

const CHARACTERS = 20;
const WORDS = 3;
const parts = new Intl.Segmenter('en', { granularity: 'word' });

/** A letter typed again and again is no word; of a script that writes a word with one sign, one is enough. */
function isWord(word: string): boolean {
  return /\p{Ideographic}/u.test(word) || new Set(word.match(/\p{L}/gu)).size > 1;
}

/**
 * What is missing in a reason for opening a record, as a sentence; undefined when nothing is. It has 20 characters of words (marks and
 * further spaces do not count) and three different words. Whether it is true, the people who read it judge.
 */
export function missingInReason(reason: string): string | undefined {
  const words = Array.from(parts.segment(reason)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment.toLowerCase()] : []));
  if (words.join(' ').length < CHARACTERS) return messages.reasonShort;
  return new Set(words.filter(isWord)).size < WORDS ? messages.reasonInWords : undefined;
}

/** A text in which {@link missingInReason} misses nothing. */
export function InWords(): PropertyDecorator {
  return ValidateBy({
    name: 'inWords',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && missingInReason(value) === undefined,
      defaultMessage: (check) => (typeof check?.value === 'string' && missingInReason(check.value)) || messages.reasonShort,
    },
  });
}
