import { registerDecorator } from 'class-validator';
import { looksLike } from './alike-names';

const CLAIMS = 'A name cannot be that of the product. Please use your own name, or that of your practice.';

/** Letters and digits of other alphabets that look like those of the product's name; small ones, and capitals whose small ones look like others or like none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...alike('a', 'аαɑᴀⱥⲁ4@ΑАᎪꓮⲀ'),
  ...alike('t', 'тτᴛƭŧłƚⲧϯ7†ΤТᎢꓔⲦϮ'),
  ...alike('u', 'υսʋᴜᥙⲩvՍꓴᑌ'),
  ...alike('n', 'пηոɴνղᥒɲŋⲛΝꓠⲚ'),
  ...alike('e', 'еєεҽᴇəǝɘɇⲉ℮3ΕЕᎬꓰⲈ'),
};
/** Signs that claim a name, and are none of its letters. */
const OWNERS = /[™®℠©]/g;
/** "Attuned" and "attunement" are words of the trade. */
const BEGINS = /^attune(?!d|ment)/;
const ALONE_OR_WITH = /^attune(?:security|support|team|service|help|helpdesk|admin|login|signin|account|accounts|official|mail|billing|verification|notifications?|care|app|platform|portal|hq)*$/;
/** What the product calls the place where clients sign in. */
const PORTAL = new Set(['client portal', 'your client portal', 'my client portal', 'the client portal'].map(looksLike));

function alike(letter: string, others: string): Record<string, string> {
  return Object.fromEntries([...others].map((other) => [other, letter]));
}

/** Whether a name says to be the product: as the beginning of a word, spelled apart, or in letters that look like its own; or is that of its portal alone. "Attuned Therapy" does not. */
export function claimsProduct(name: string): boolean {
  const plain = name.replace(OWNERS, '').normalize('NFKD').replace(/\p{M}/gu, '');
  const read = (letter: string): string => LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter.toLowerCase();
  const words = [...plain].map(read).join('').split(/[^\p{L}]+/u);
  return words.some((word) => BEGINS.test(word)) || ALONE_OR_WITH.test(words.join('')) || PORTAL.has(looksLike(name));
}

/** The name that mails to strangers carry is not the product's. */
export function NotTheProduct(): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'notTheProduct',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message: CLAIMS },
      validator: { validate: (value: unknown) => typeof value !== 'string' || !claimsProduct(value.slice(0, 500)) },
    });
}
