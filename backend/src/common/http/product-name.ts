import { registerDecorator } from 'class-validator';
import { looksLike } from './alike-names';
import { normalized } from '../search/normalized';

const CLAIMS = 'A name cannot be that of the product. Please use your own name, or that of your practice.';

/** Letters and digits of other alphabets that look like those of the product's name; small ones, and capitals whose small ones look like others or like none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...alike('a', 'аαɑᴀⱥⲁ4@ΑАᎪꓮⲀ'),
  ...alike('t', 'тτᴛƭŧłƚⲧϯ7†ΤТᎢꓔⲦϮ'),
  ...alike('u', 'υսʋᴜᥙⲩvՍꓴᑌ'),
  ...alike('n', 'пηոɴνղᥒɲŋⲛΝꓠⲚ'),
  ...alike('e', 'еєεҽᴇəǝɘɇⲉ℮3ΕЕᎬꓰⲈ'),
};
/** No more is looked at: longer texts are refused for that. */
const LOOKED_AT = 5_000;
/** Signs that claim a name, and are none of its letters. */
const OWNERS = /[™®℠©]/g;
/** "Attuned" and "attunement" are words of the trade. */
const BEGINS = /^attune(?!d|ment)/;
const PARTS = 'security|support|team|service|help|helpdesk|admin|login|signin|account|accounts|official|mail|billing|verification|notifications?|care|app|platform|portal|hq';
const ALONE_OR_WITH = new RegExp(`^attune(?:${PARTS})*$`);
const IS_PART = new RegExp(`^(?:${PARTS})`);
/** The verb, as people write it in a sentence. */
const VERB = new Set(['attune', 'attunes']);
/** What the product calls the place where clients sign in. */
const PORTAL = new Set(['client portal', 'your client portal', 'my client portal', 'the client portal'].map(looksLike));
/** With room for titles in front of it. */
const LONGEST_PORTAL = 80;
const ASCII_ONLY = /^[ -~\s]*$/;
/** The name of the product, or of its portal, as ASCII can spell it, with whatever stood between its letters taken away. */
const ASCII_NAME = /[a4@][t7]{2}[uv]n[e3]|p[o0]r[t7][a4][l1i|]/i;

function alike(letter: string, others: string): Record<string, string> {
  return Object.fromEntries([...others].map((other) => [other, letter]));
}

/** The name in its own letters and in those that look like them, one after the other. */
const SPELLED = new RegExp([...'attune'].map((letter) => `[${letter}${Object.keys(LOOK_ALIKES).filter((other) => LOOK_ALIKES[other] === letter).join('')}]`).join(''), 'iu');
/** What may stand between them: no letters, and nothing that looks like one. */
const NO_LETTERS = new RegExp(`[^\\p{L}${Object.keys(LOOK_ALIKES).join('')}]+`, 'gu');

/** Whether a name says to be the product: as the beginning of a word, spelled apart, or in letters that look like its own; or is that of its portal alone. "Attuned Therapy" does not. */
export function claimsProduct(name: string): boolean {
  if (cannotClaim(name)) return false;
  const plain = plainOf(name);
  if (!holdsName(plain)) return isPortal(name, plain);
  const words = readAs(plain).split(/[^\p{L}]+/u);
  return words.some((word) => BEGINS.test(word)) || ALONE_OR_WITH.test(words.join('')) || isPortal(name, plain);
}

/** Whether a text of some sentences speaks as the product, as {@link claimsProduct} finds it in a name. "We attune to your pace" does not; "attune support writes to you" does. */
export function speaksAsProduct(text: string): boolean {
  const plain = plainOf(text);
  if (!holdsName(plain)) return isPortal(text, plain);
  const words = plain.split(/[^\p{L}\p{N}@†]+/u);
  const isClaim = (word: string, index: number): boolean => BEGINS.test(readAs(word)) && !(VERB.has(word) && !IS_PART.test((words[index + 1] ?? '').toLowerCase()));
  return words.some(isClaim) || ALONE_OR_WITH.test(words.map(readAs).join('')) || isPortal(text, plain);
}

/** Whether the letters of the product's name stand one after the other, whatever is between them: only then is a text taken apart. */
function holdsName(plain: string): boolean {
  return SPELLED.test(plain.replace(NO_LETTERS, ''));
}

function isPortal(text: string, plain: string): boolean {
  return plain.replace(NO_LETTERS, '').length <= LONGEST_PORTAL && PORTAL.has(looksLike(text));
}

/** Most texts, told without taking them apart: a form has thousands. */
function cannotClaim(text: string): boolean {
  return ASCII_ONLY.test(text) && !ASCII_NAME.test(text.replace(/[^a-z013479@|]+/gi, '')) && !ASCII_NAME.test(text.replace(/[^a-z347@]+/gi, ''));
}

function plainOf(text: string): string {
  return normalized(text.slice(0, LOOKED_AT).replace(OWNERS, ''), 'NFKD').replace(/\p{M}/gu, '');
}

function readAs(text: string): string {
  return [...text].map((letter) => LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter.toLowerCase()).join('');
}

/** The name that mails to strangers carry is not the product's. @param message instead of that of a person's or a practice's name */
export function NotTheProduct(message = CLAIMS): PropertyDecorator {
  return refuses(claimsProduct, message);
}

/** What clients read on the product's own pages does not speak as the product. */
export function NotAsTheProduct(message: string): PropertyDecorator {
  return refuses(speaksAsProduct, message);
}

function refuses(claims: (text: string) => boolean, message: string): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'notTheProduct',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message },
      validator: { validate: (value: unknown) => typeof value !== 'string' || !claims(value) },
    });
}
