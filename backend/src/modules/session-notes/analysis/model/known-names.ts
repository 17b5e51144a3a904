import { NO_NAMES } from './no-names';
import { normalized } from '../../../../common/search/normalized';

/** A person whom the record knows, with the ways to write them. */
export interface KnownPerson {
  role: 'CLIENT' | 'THERAPIST' | 'PERSON';
  names: readonly string[];
  /** What somebody who is not known to be them gave as their name: it can be any words, and is taken for a name only where it has a capital. */
  saidNames?: readonly string[];
  /** Addresses and telephone numbers. */
  contacts: readonly string[];
}

/** Where a text names somebody whom the record knows. */
export interface FoundName {
  index: number;
  length: number;
  placeholder: string;
}

/** A stretch of the masked text that stands for another one of the original. */
interface Swap {
  placeholder: string;
  start: number;
  end: number;
  original: { start: number; end: number };
}

/** Names that are words too: in lower case they are the word. */
const WORDS = new Set(
  ('will may mark grace hope faith joy rose dawn april june august summer autumn drew pat sue bill rob jack frank grant dean chase hunter carter ' +
    'young long short white black brown green gray grey king day love price rich wise small little best field fields wood woods stone hill lane park rivers ' +
    'brook banks bell baker cook mason miller smith taylor walker page cross case cole art guy ray gene dale glen cliff heath clay lance miles max penny ' +
    'ruby pearl olive ivy violet lily iris daisy ginger sandy crystal amber melody harmony harm back nick rod ken sage reed van von den der dos and the').split(' '),
);
const TITLES = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'mx', 'prof', 'sir', 'phd', 'md', 'lcsw', 'lmft', 'lpc', 'psyd', 'jr', 'sr']);

/** Of everybody together, their parts included: each is looked for at each word. Nobody's record knows so many people. */
const MOST_KNOWN_FORMS = 600;
/** Nobody is called so many names in a text. Whoever lists guesses learns by the placeholder which of them the record knows. */
const MOST_FORMS = 6;

/** Fewer digits are an age or a date. */
const LEAST_DIGITS = 6;
const SAME_DIGITS = 8;

/** Letters that no accent makes of another one, as they are written where there is no key for them. */
const SPELLED_OUT = new Map([
  ['ø', '(?:ø|oe?)'],
  ['æ', '(?:æ|ae)'],
  ['œ', '(?:œ|oe)'],
  ['ß', '(?:ß|ss)'],
  ['þ', '(?:þ|th)'],
  ['ł', '[łl]'],
  ['đ', '[đðd]'],
  ['ð', '[ðđd]'],
  ['ı', '[ıi]'],
]);
/** And the other way round. */
const PAIRS = new Map([
  ['ss', '(?:ss|ß)'],
  ['ae', '(?:ae|æ|ä|a\\p{M})'],
  ['oe', '(?:oe|ø|œ|ö|o\\p{M})'],
  ['ue', '(?:ue|ü|u\\p{M})'],
]);
const APOSTROPHES = "['’ʼ‘`´]";
/** What stands between words of a name, however often. One pattern for each sign of it would be tried in every combination against such a run in a text. */
const BETWEEN = `(?:\\s|${APOSTROPHES})+`;
const WORD_BEGINS = '(?<![\\p{L}\\p{N}])';
const DIAERESIS = '\u0308';
/** Written without spaces: a name ends where the next word begins. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A letter with whatever accents it may carry. */
const ACCENTED = new Map<string, string>([
  ['o', 'ø'],
  ['l', 'ł'],
  ['d', 'đð'],
  ['i', 'ı'],
]);
for (let code = 0xc0; code <= 0x24f; code += 1) {
  const letter = String.fromCharCode(code).toLowerCase();
  const [base = ''] = normalized(letter, 'NFD');
  if (base !== letter) ACCENTED.set(base, (ACCENTED.get(base) ?? '') + letter);
}

/** A text in which the people whom the record knows have placeholders. Who is not known is not replaced: it is no anonymity. */
export class MaskedText {
  readonly text: string;
  private readonly swaps: Swap[] = [];
  /** By placeholder: as the person was first called. */
  private readonly firstForms = new Map<string, string>();

  /** @param names as {@link findNames} gives them */
  constructor(
    private readonly original: string,
    names: readonly FoundName[],
  ) {
    let masked = '';
    let at = 0;
    for (const { index, length, placeholder } of names) {
      masked += original.slice(at, index);
      this.swaps.push({ placeholder, start: masked.length, end: masked.length + placeholder.length, original: { start: index, end: index + length } });
      if (!this.firstForms.has(placeholder)) this.firstForms.set(placeholder, original.slice(index, index + length));
      masked += placeholder;
      at = index + length;
    }
    this.text = masked + original.slice(at);
  }

  /** Where a stretch of the masked text stands in the original; half a placeholder is the whole of what it stands for. */
  place(start: number, end: number): { quote: string; start: number; end: number } {
    const from = this.offset(start, 'start');
    const to = this.offset(end, 'end');
    return { quote: this.original.slice(from, to), start: from, end: to };
  }

  /** Whether some person is written in more ways than a note has for anybody: then the placeholders say too much. */
  get hasManyForms(): boolean {
    const forms = new Map<string, Set<string>>();
    for (const { placeholder, original } of this.swaps) {
      const form = folded(this.original.slice(original.start, original.end));
      forms.set(placeholder, (forms.get(placeholder) ?? new Set()).add(form));
    }
    return [...forms.values()].some(({ size }) => size > MOST_FORMS);
  }

  /** Puts the names back into what was said about the masked text. @param cited where that stands: people are called as they are there, or else as they are first */
  restore(text: string, cited: readonly { start: number; end: number }[] = []): string {
    return text.replace(/\[[A-Z]+(?:_[A-Z]+)*(?:_\d+)?\]/g, (placeholder) => this.formAt(placeholder, cited) ?? this.firstForms.get(placeholder) ?? placeholder);
  }

  private formAt(placeholder: string, cited: readonly { start: number; end: number }[]): string | undefined {
    const swap = this.swaps.find((each) => each.placeholder === placeholder && cited.some(({ start, end }) => each.start < end && start < each.end));
    return swap && this.original.slice(swap.original.start, swap.original.end);
  }

  private offset(at: number, side: 'start' | 'end'): number {
    let shift = 0;
    for (const { start, end, original } of this.swaps) {
      if (at <= start) break;
      if (at < end) return original[side];
      shift = original.end - end;
    }
    return at + shift;
  }
}

/**
 * Where a text names people, in its order. It takes a second for a long text and many people: nothing for a process that others wait for.
 * @returns undefined where the record knows too many names to look for
 */
export function findNames(text: string, people: readonly KnownPerson[]): FoundName[] | undefined {
  const forms = formsOf(people, text);
  if (forms.length > MOST_KNOWN_FORMS) return undefined;
  return [...occurrences(text, forms)].map(({ index, form, placeholder }) => ({ index, length: form.length, placeholder }));
}

interface Form {
  length: number;
  pattern: string;
  placeholder: string;
  /** Of {@link KnownPerson.saidNames}. */
  isSaid?: boolean;
}

function formsOf(people: readonly KnownPerson[], text: string): Form[] {
  const counts = new Map<string, number>();
  const next = (kind: string): string => {
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    return free(nth === 1 && kind !== 'PERSON' ? kind : `${kind}_${nth}`, text);
  };
  return people.flatMap((person) => {
    const called = partsOf(person.names);
    const known = new Set(called.map((part) => part.toLowerCase()));
    const said = partsOf(person.saidNames ?? []).filter((part) => !known.has(part.toLowerCase()));
    const placeholder = called.length + said.length > 0 ? next(person.role) : '';
    return [
      ...called.map((part) => ({ length: part.length, pattern: spelled(part), placeholder })),
      ...said.map((part) => ({ length: part.length, pattern: spelled(part), placeholder, isSaid: true })),
      // Each its own: another number in its place would be a wrong one.
      ...person.contacts.map((contact) => contact.trim()).filter(isContact).map((contact) => ({ length: 1_000 + contact.length, pattern: contactPattern(contact), placeholder: next(`${person.role}_CONTACT`) })),
    ];
  });
}

function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((full) => [full.trim(), ...full.trim().split(/[\s,-]+/)]).map((part) => part.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, ''));
  return [...new Set(parts)].filter((part) => isTelling(part) && !TITLES.has(part.toLowerCase()));
}

/** A placeholder that the text does not have already. */
function free(name: string, text: string): string {
  return text.includes(`[${name}`) ? free(`X${name}`, text) : `[${name}]`;
}

/** Whether a name, or a part of it, can be told from what a note says otherwise. */
function isTelling(name: string): boolean {
  const words = name.toLowerCase().split(/[\s-]+/);
  return words.some((word) => word.length > 1 && !NO_NAMES.has(word.replace(/['’]/g, '')));
}

function folded(form: string): string {
  return normalized(form.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replace(/[\s().\/-]+/g, ' ').trim();
}

/** However it is typed: with or without accents and apostrophes, spelled out, hyphenated at the end of a line, and with the ending of whose something is. */
function spelled(name: string): string {
  const letters = [...normalized(name.toLowerCase(), 'NFD').replace(/\p{Cf}/gu, '').replace(new RegExp(BETWEEN, 'g'), (run) => (/\s/.test(run) ? ' ' : "'"))];
  const patterns: string[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (/\p{M}/u.test(letter)) continue;
    const pair = PAIRS.get(letter + (letters[at + 1] ?? ''));
    patterns.push(pair ?? spelledLetter(letter, letters[at + 1] === DIAERESIS));
    if (pair) at += 1;
  }
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  const before = UNSPACED.test(first) ? '' : WORD_BEGINS;
  const after = UNSPACED.test(last) ? '' : "(?!(?!['’]?s(?!\\p{L}))\\p{L})";
  return `${before}${patterns.join('\\u00AD*')}${after}`;
}

function spelledLetter(letter: string, hasDiaeresis: boolean): string {
  if (letter === ' ') return BETWEEN;
  if (letter === "'") return `${APOSTROPHES}*`;
  return SPELLED_OUT.get(letter) ?? (ACCENTED.has(letter) ? `[${letter}${ACCENTED.get(letter)}]\\p{M}*${hasDiaeresis ? 'e?' : ''}` : escaped(letter));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function isContact(contact: string): boolean {
  return contact.includes('@') ? contact.length > 5 : digitsOf(contact).length >= LEAST_DIGITS;
}

/** A number is the same without what is dialled before it from elsewhere. */
function contactPattern(contact: string): string {
  const pattern = contact.includes('@') ? escaped(contact) : `(?:\\+?\\(?\\d[\\d\\s().\\/‐-―-]{0,7})?${[...digitsOf(contact).slice(-SAME_DIGITS)].join('[\\s().\\/‐-―-]*')}`;
  return `${WORD_BEGINS}${pattern}(?![\\p{L}\\p{N}])`;
}

function digitsOf(contact: string): string {
  return contact.replace(/\D/g, '');
}

function* occurrences(text: string, forms: readonly Form[]): Generator<{ index: number; form: string; placeholder: string }> {
  if (forms.length === 0) return;
  // Addresses, which have names in them, and then the longest first: of a whole name no half is left.
  const sorted = [...forms].sort((one, other) => other.length - one.length);
  const any = new RegExp(sorted.map(({ pattern }) => `(${pattern})`).join('|'), 'giu');
  const found = [...text.matchAll(any)].map((match) => {
    const [form, ...groups] = match;
    return { index: match.index, form, ...sorted[groups.findIndex((group) => group !== undefined)]! };
  });
  // A capital says nothing where every sentence has one.
  const begins = ({ index }: { index: number }): boolean => BEGINS.test(index > BEFORE ? `x${text.slice(index - BEFORE, index)}` : text.slice(0, index));
  const said = new Set(found.filter((each) => each.isSaid && !isSmall(each.form) && !begins(each)).map(({ form }) => form.toLowerCase()));
  for (const { index, form, placeholder, isSaid } of found) {
    if (isWord(form) || (isSaid && (isSmall(form) || !said.has(form.toLowerCase())))) continue;
    yield { index, form, placeholder };
  }
}

const BEFORE = 12;
// eslint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- it reads so many signs at most
const BEGINS = /(?:^|[.!?:;•*\n]["'”’)\]]*\s*(?:[-–—"'“‘(\[]\s*)*)$/u;

/** Where nothing can be written small, nothing is. */
function isSmall(form: string): boolean {
  return form === form.toLowerCase() && form !== form.toUpperCase();
}

/** "will" is a word, "Will" the client. Two letters are a name only where they are written as one. */
function isWord(form: string): boolean {
  return isSmall(form) && /\p{L}/u.test(form) && (form.length < 3 || WORDS.has(form));
}
