import { registerDecorator } from 'class-validator';

const CLAIMS = 'A name cannot be that of the product. Please use your own name, or that of your practice.';

/** Letters and digits of other alphabets that look like those of the product's name; small ones, and capitals whose small ones look like others or like none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...alike('a', 'аαɑᴀ4@ΑАᎪꓮ'),
  ...alike('t', 'тτᴛ7†ΤТᎢꓔ'),
  ...alike('u', 'υսʋᴜvՍꓴᑌ'),
  ...alike('n', 'пηոɴνΝꓠ'),
  ...alike('e', 'еєεҽᴇ3ΕЕᎬꓰ'),
};
const ALONE_OR_WITH = /^attune(?:security|support|team|service|help|helpdesk|admin|login|signin|account|accounts|official|mail|billing|verification|notifications?|care|app|platform)*$/;

function alike(letter: string, others: string): Record<string, string> {
  return Object.fromEntries([...others].map((other) => [other, letter]));
}

/** Whether a name says to be the product: as a word of its own, spelled apart, or in letters that look like its own. "Attuned Therapy" does not. */
export function claimsProduct(name: string): boolean {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const read = (letter: string): string => LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter.toLowerCase();
  const words = [...plain].map(read).join('').split(/[^\p{L}]+/u);
  return words.includes('attune') || ALONE_OR_WITH.test(words.join(''));
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
