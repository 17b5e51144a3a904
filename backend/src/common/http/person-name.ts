import { registerDecorator, ValidationArguments } from 'class-validator';
import { claimsProduct } from './product-name';
import { normalized } from '../search/normalized';

const holdsAddress = 'A name cannot hold a web or email address. Please put a space after each full stop.';
const holdsNumber = 'A name cannot hold a telephone number.';
const holdsInvisible = 'A name cannot hold invisible characters. Please type it anew.';

/** Longer ones are refused for their length; the patterns need not be quick on them. */
const LONGEST = 200;
const LONGEST_TEXT = 300;

/** What nobody sees, or what turns the direction of everything after it around: controls, and U+2800, which is a letter without ink. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const JOINING_SCRIPT = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]`;
const LETTER = String.raw`[\p{L}\p{M}]`;
/** Signs that silence a letter's vowel: a joiner behind one chooses the letter's form, also at the end of a word. */
const VIRAMA = '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]';
/** Joiners and selectors that belong to the letters, or to the little pictures, before them. */
const SPELLING = new RegExp(
  String.raw`(?<=${JOINING_SCRIPT})(?<=${LETTER})[\u200c\u200d](?=${JOINING_SCRIPT})(?=${LETTER})|(?<=${VIRAMA})[\u200c\u200d]` +
    String.raw`|(?<=\p{sc=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=\p{sc=Mong})[\u180b-\u180f]` +
    String.raw`|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\ufe0f|\ufe0f?\u200d(?=\p{Extended_Pictographic}))`,
  'gu',
);

const SIGN_OF_AN_ADDRESS = /@|\p{L}:\/\/|(?<![\p{L}\p{N}])(?:https?|mailto|tel|sms):|(?<![\p{L}\p{N}])www\./iu;
/** Nine digits, whatever signs part them; years and postal codes are shorter. */
const TELEPHONE = /(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){9}/u;
/** In sentences, which hold dates and times: parted as numbers are written. */
const WRITTEN_TELEPHONE = /(?:\p{Nd}[\s()./-]{0,3}){9}/u;
/** Words and full stops without a space, and a slash behind them. Begins where a run of letters does: from within one it would be read as often as it has letters. */
const DOTTED = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:[.。][\p{L}\p{M}\p{N}-]+)+\/?/gu;
/** Before these a full stop belongs to a title or to an initial, unless an ending follows that nobody is called. */
const TITLES = new Set(
  ('dr prof st ste sta mr mrs ms mx mme mlle fr hr sr jr rev hon dipl ing mag lic med dent vet rer nat phil psych psy jur pol oec biol soc ' +
    'univ habil hc pd ph sc ed ma ba msc bsc').split(' '),
);
const ENDINGS = new Set(
  ('com net org info biz io app dev xyz link shop site online support help clinic care health healthcare doctor dental cloud live chat email click download digital services service ' +
    'solutions systems software tech technology network website web wiki space store team today tools top vip zone agency expert fund guru host hosting icu insure international legal lawyer ' +
    'ltd media mobi news ninja plus pro review reviews run social surgery tel work works world yoga').split(' '),
);
/** Endings in small letters alone: people and places begin with a capital. Two of them are a country's, but where they begin a family name. */
const SMALL_ENDINGS = /^(?:[a-z]{2}|page|win|center|hospital|guide|coach|therapy|training|counseling|consulting|foundation|group|academy|community)$/;
const PARTICLES = new Set('de da do di du la le lo el al af av zu bi te ap ab y'.split(' '));

/** Whether a mail program would make a link of a part of the text. */
export function holdsLink(text: string): boolean {
  // Wide and other forms of a letter, a full stop or an @ lead to the same place.
  const plain = normalized(text, 'NFKC');
  return SIGN_OF_AN_ADDRESS.test(plain) || [...plain.matchAll(DOTTED)].some(([run]) => isDomain(run));
}

const TURNS_DIRECTION = /[\u202a-\u202e]/;

/** Whether a text that strangers read could lead them elsewhere: by a link, a number to call, the product's name, or by saying another thing than it shows. */
export function leadsAway(shown: string): boolean {
  if (TURNS_DIRECTION.test(shown)) return true;
  // What nobody sees does not part an address for whoever reads it.
  const text = shown.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return holdsLink(text) || WRITTEN_TELEPHONE.test(normalized(text, 'NFKC')) || claimsProduct(text);
}

/** Why a text is no person's name, in a sentence; undefined for one that is. */
export function nameProblem(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (INVISIBLE.test(text.replace(SPELLING, ''))) return holdsInvisible;
  if (holdsLink(text)) return holdsAddress;
  return TELEPHONE.test(normalized(text, 'NFKC')) ? holdsNumber : undefined;
}

function isDomain(run: string): boolean {
  const labels = run.split(/[./。]/);
  return labels.some((label, index) => {
    const written = labels[index + 1] ?? '';
    const next = written.toLowerCase();
    if (!/^[\p{L}\p{M}\p{N}].*[\p{L}\p{M}]$/u.test(next)) return false;
    const isAbbreviated = [...label].length === 1 || TITLES.has(label.toLowerCase());
    const isSmall = SMALL_ENDINGS.test(written) && !TITLES.has(next) && !PARTICLES.has(next);
    return !isAbbreviated || ENDINGS.has(next) || isSmall || run.endsWith('/');
  });
}

/** A name, of a person or of what they offer, holds no address that a mail would turn into a link, no number to call, and nothing that a reader does not see. Stands above the decorator of its length. */
export function PersonName(): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'personName',
      target: target.constructor,
      propertyName: String(propertyKey),
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || nameProblem(value) === undefined,
        defaultMessage: (about?: ValidationArguments) => nameProblem(String(about?.value)) ?? '',
      },
    });
}

/** A text that stands in mails to strangers, such as a postal address, brings no link, no number to call and not the product's name into them. @param message why it is refused */
export function PlainPlace(message: string): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'plainPlace',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message },
      validator: { validate: (value: unknown) => typeof value !== 'string' || value.length > LONGEST_TEXT || !leadsAway(value) },
    });
}
