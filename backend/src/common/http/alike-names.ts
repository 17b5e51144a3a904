import { normalized } from '../search/normalized';
import { folded } from '../search/search-words';

/** Letters and digits that pass for Latin letters, in pairs. Those that pass for each other in small print count as one. */
const PASSES_FOR = 'аaɑaαaвbβbсcϲcԁdеeεeєeһhнhіiιiјjκkкkмmηnпnоoοo0oрpρpԛqѕsтtτtυuνvѵvԝwωwхxχxуyγyli1i|iμmᴀaᴇeɡgᴍmɴnᴏoʀrꜱsᴛtꭲtꮇm3e4a5s7t';
const LATIN = new Map([...PASSES_FOR].flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? letter] as const] : [])));
/** What stands before a name or behind it, and is nobody's own. */
const TITLES = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'mx', 'herr', 'frau', 'phd', 'md', 'psyd', 'msc', 'ma', 'dipi', 'psych', 'med'].map(seen));
/** Licences and words of the trade, which anybody adds to a name. */
const TRADE = new Set(
  ['lcsw', 'licsw', 'lmsw', 'lmft', 'mft', 'lpc', 'lpcc', 'lcpc', 'lmhc', 'lcmhc', 'ncc', 'bacp', 'ukcp', 'hcpc', 'psychotherapist', 'psychotherapy', 'psychotherapeut', 'psychotherapeutin', 'psychotherapie', 'psychologist', 'psychology', 'psychologe', 'psychologin', 'psychologue', 'psychiatrist', 'therapist', 'therapy', 'therapies', 'counselling', 'counseling', 'counsellor', 'counselor', 'coach', 'coaching', 'practice', 'praxis', 'cabinet', 'clinic', 'office'].map(seen),
);
/** Shorter names differ from many by one letter. */
const LONG_ENOUGH = 6;

/** A name as it looks to somebody who does not look closely: the same for names that pass for each other. Without case, accents, titles, stops and order. */
export function looksLike(name: string): string {
  return looksOf(wordsIn(plain(name)));
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}|]+/u).map(seen).filter((word) => word !== '');
}

function looksOf(words: readonly string[]): string {
  const own = words.filter((word) => !TITLES.has(word));
  return (own.length > 0 ? own : [...words]).sort().join(' ');
}

/** Letters that are drawn as others are, such as those of formulas, are these. */
function plain(name: string): string {
  return folded(normalized(name.slice(0, 500), 'NFKC'));
}

/** A name as it is compared with others: worked out once, however many there are. */
export interface SeenName {
  readonly name: string;
  /** {@link looksLike} */
  readonly looks: string;
  /** Its words without those of the trade. */
  readonly own: readonly string[];
  /** All letters together: as it stands, and without titles and words of the trade. */
  readonly inOneWord: readonly string[];
}

export function seeName(name: string): SeenName {
  const text = plain(name);
  const words = wordsIn(text);
  const looks = looksOf(words);
  return {
    name,
    looks,
    own: looks.split(' ').filter((word) => word !== '' && !TRADE.has(word)),
    inOneWord: [seen(text.replace(/[^\p{L}\p{N}|]+/gu, '')), words.filter((word) => !TITLES.has(word) && !TRADE.has(word)).join('')].filter((word) => word !== ''),
  };
}

/**
 * Whether a name can be taken for one that somebody knows: as {@link looksLike} finds it, with licences and words of the trade beside it or other words around it, with an
 * initial instead of a name, or with one letter that is another, or two that have changed places.
 */
export function passesFor(name: SeenName, known: SeenName): boolean {
  const [own, other] = [name.own, known.own];
  if (own.length === 0 || other.length === 0) return name.looks === known.looks;
  const [few, many] = own.length <= other.length ? [own, other] : [other, own];
  const isWithin = few.every((word) => many.includes(word)) && (few.length > 1 || many.length === 1);
  return isWithin || name.inOneWord.some((word) => known.inOneWord.includes(word)) || haveInitials(few, many) || (own.length === other.length && isOneLetterFrom(own.join(' '), other.join(' ')));
}

/** The same words in any order, of which one or more are initials of the other's, and a whole name beside them. */
function haveInitials(own: readonly string[], others: readonly string[]): boolean {
  if (own.length !== others.length) return false;
  const left = own.filter((word) => !others.includes(word));
  const leftThere = others.filter((word) => !own.includes(word));
  if (left.length === own.length) return false;
  return left.every((word) => leftThere.some((there) => (word.length === 1 || there.length === 1) && word[0] === there[0]));
}

function isOneLetterFrom(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LONG_ENOUGH || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.slice(at + (long.length === short.length ? 1 : 0)) === long.slice(at + 1)) return true;
  return short.length === long.length && short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

function seen(word: string): string {
  return [...word].map((letter) => LATIN.get(letter) ?? letter).join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
