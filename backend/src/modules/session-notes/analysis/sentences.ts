import type { ItemSentence, ItemToken, ItsFunction, WinkMethods } from 'wink-nlp';

/** A word as the language model read it. */
export interface Word {
  text: string;
  lemma: string;
  pos: string;
  stop: boolean;
}

/** A sentence, a bullet or a line of a note. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
  /** The heading that it stands under, in lower case. */
  section: string;
  words: Word[];
}

/** A run of lines that belong together. */
export interface Block {
  text: string;
  start: number;
  section: string;
}

/** Headings of SOAP, DAP, BIRP and plain notes, with the one-letter forms that stand before a colon. */
const HEADING =
  /^[#*_>\s]*((?:subjective|objective|assessment|plan|data|behaviou?rs?|interventions?|response|homework|goals?|progress|next (?:steps?|session|appointment)|follow[- ]?up|risk(?: assessment)?|summary|mental status(?: exam)?|mse|presenting (?:problem|concern)s?|themes?|topics?|between sessions?|treatment plan|techniques? used|scores?|measures?|session content|notes?)|[SOAPDBIR](?=\s*[:)]))(?:[*_\s]*)(?:[:)]|[-–—](?=\s)|$)[*_]*[ \t]*/i;
const LETTERS: Readonly<Record<string, string>> = { s: 'subjective', o: 'objective', a: 'assessment', p: 'plan', d: 'data', b: 'behavior', i: 'intervention', r: 'response' };
const BULLET = /^[ \t]*(?:[-*•·–—▪◦►→✓☐]|\(?\d{1,2}[.)]|[a-z][.)]|\[[ x]?\])[ \t]+/i;
/** A line that ends like this goes on in the next one: scanned pages break lines anywhere. */
const GOES_ON = /(?:,|\b(?:and|or|but|the|an?|of|to|with|for|in|on|at|by|that|which|who|is|was|has|had|no|not|den(?:y|ies|ied)|her|his|their|my|from|about|because|as|than|any))$/i;
/** More words than this without a full stop are cut: a quote has to be readable. */
const LONGEST = 45;
const MOST_CHARACTERS = 1_000;
/** Less than this is a mark or a tag and no sentence. */
export const FEWEST_LETTERS = 2;
const BREATH = /(?<!\s)\s+(?=(?:and then|and (?:she|he|they|i|client|pt|now)|but|so (?:she|he|they|i)|then|also|she|he|they|client|pt|today|we|discussed|reports|denies|states|feels|says)\s)/gi;

/** The note in blocks: paragraphs, with bullets and headings on their own. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  // 'P: Continue weekly.' heads its paragraph; a heading on a line of its own heads all up to the next one.
  let headsParagraph = false;
  // A list and an empty line end it, too, when text follows.
  let inBullets = false;
  let endsAtText = false;
  let open: { start: number; end: number } | undefined;
  const close = () => {
    if (open) blocks.push({ text: text.slice(open.start, open.end), start: open.start, section });
    open = undefined;
  };
  for (const line of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    let { index } = line;
    let content = line[0];
    if (content.trim() === '') {
      // A line's end alone closes nothing; an empty line does.
      if (/^[\r\n]/.test(content) && !/(?:\n|\r)[ \t]*$/.test(text.slice(Math.max(0, index - 40), index))) continue;
      close();
      if (headsParagraph) section = '';
      endsAtText = inBullets;
      continue;
    }
    const heading = HEADING.exec(content);
    const bullet = BULLET.exec(content);
    if (heading) {
      close();
      const name = heading[1]!.toLowerCase();
      section = LETTERS[name] ?? name;
      index += heading[0].length;
      content = content.slice(heading[0].length);
      headsParagraph = content.trim() !== '';
    } else if (bullet) {
      close();
      index += bullet[0].length;
      content = content.slice(bullet[0].length);
    } else if (endsAtText) section = '';
    else if (open && !continues(text.slice(open.start, open.end), content)) close();
    inBullets = bullet !== null && !heading;
    endsAtText = false;
    if (content.trim() === '') continue;
    if (open) open.end = index + content.length;
    else open = { start: index, end: index + content.length };
  }
  close();
  return blocks;
}

function continues(before: string, line: string): boolean {
  const first = line.trim()[0]!;
  const isLower = first !== first.toUpperCase();
  return GOES_ON.test(before.trim()) || (isLower && !/[.!?:;]["')\]]*$/.test(before.trim()));
}

/** What no word is this long: pictures in letters, keys, addresses. The language model would choke on it. */
const NO_WORD = /\S{80,}/g;

/** The sentences of some blocks that follow each other, with their places in the note. */
export function sentencesOf(text: string, blocks: readonly Block[], nlp: WinkMethods): Sentence[] {
  const { its } = nlp;
  const begin = blocks[0]!.start;
  const last = blocks.at(-1)!;
  const document = nlp.readDoc(text.slice(begin, last.start + last.text.length).replace(NO_WORD, (run) => ' '.repeat(run.length)));
  const words: PlacedWord[] = [];
  let at = begin;
  document.tokens().each((token: ItemToken) => {
    const value = token.out();
    at += token.out(its.precedingSpaces).length;
    const lemma = token.out(its.lemma as unknown as ItsFunction<string>);
    words.push({ text: value, lemma, pos: token.out(its.pos), stop: Boolean(token.out(its.stopWordFlag)), start: at, end: at + value.length });
    at += value.length;
  });
  const spans: [number, number][] = [];
  document.sentences().each((sentence: ItemSentence) => {
    spans.push(sentence.out(its.span) as unknown as [number, number]);
  });
  return spans.flatMap(([from, to]) => withinBlocks(words.slice(from, to + 1), blocks)).flatMap((part) => sentencesIn(text, part));
}

interface PlacedWord extends Word {
  start: number;
  end: number;
}
interface Part {
  section: string;
  words: PlacedWord[];
}

/** A sentence ends where its block ends, whatever the language model thinks; bullets and headings belong to none. */
function withinBlocks(words: readonly PlacedWord[], blocks: readonly Block[]): Part[] {
  const parts: (Part & { block: Block })[] = [];
  let index = blockAt(blocks, words[0]?.start ?? 0);
  for (const word of words) {
    while (index < blocks.length && word.start >= blocks[index]!.start + blocks[index]!.text.length) index += 1;
    const block = blocks[index];
    if (block === undefined || word.start < block.start || word.pos === 'SPACE') continue;
    if (parts.at(-1)?.block === block) parts.at(-1)!.words.push(word);
    else parts.push({ block, section: block.section, words: [word] });
  }
  return parts;
}

function blockAt(blocks: readonly Block[], place: number): number {
  const found = blocks.findIndex(({ start, text }) => place < start + text.length);
  return found < 0 ? blocks.length : found;
}

function sentencesIn(text: string, { section, words }: Part): Sentence[] {
  return inBreaths(text, words[0]!.start, words.at(-1)!.end)
    .map(([start, end]) => ({ text: text.slice(start, end), start, end, section, words: words.filter((word) => word.start >= start && word.end <= end) }))
    .filter((sentence) => (sentence.text.replace(/<[^<>]*>/g, '').match(/[\p{L}\p{N}]/gu) ?? []).length >= FEWEST_LETTERS);
}

/** Notes without full stops are cut where a new statement seems to begin, at the latest after so many words. */
function inBreaths(text: string, from: number, to: number): [number, number][] {
  const parts: [number, number][] = [];
  let begin = from;
  for (;;) {
    const rest = text.slice(begin, Math.min(to, begin + MOST_CHARACTERS));
    const spaces = [...rest.matchAll(/\s+/g)];
    const isWhole = begin + rest.length === to;
    if (isWhole && spaces.length < LONGEST) break;
    const limit = spaces[LONGEST - 1]?.index ?? spaces.at(-1)?.index ?? rest.length;
    const earliest = spaces[9]?.index ?? limit;
    const breath = [...rest.slice(0, limit).matchAll(BREATH)].map(({ index }) => index).filter((index) => index > earliest).at(-1);
    const cut = begin + (breath ?? (limit || rest.length));
    parts.push([begin, cut]);
    begin = cut + /^\s*/.exec(text.slice(cut, to))![0].length;
  }
  if (begin < to) parts.push([begin, to]);
  return parts;
}
