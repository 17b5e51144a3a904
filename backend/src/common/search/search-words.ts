import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalized } from './normalized';

const ONLY_ASCII = /^[\0-\x7f]*$/;
/** Letters that Unicode takes for letters of their own, though people type them without their stroke or apart. */
const SPELLINGS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' };
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');
const MOST_WORDS = 10;

/** A text as it is compared: without case and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ONLY_ASCII.test(lower)) return lower;
  return normalized(lower, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
}

/** The words of a search, of which each must occur. */
export function searchWords(query: string): string[] {
  const words = folded(query).split(/\s+/).filter((word) => word !== '');
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** A few milliseconds of folding; then others get their turn. */
const TEXTS_A_TURN = 500;

/** Those in whose text each word of a search occurs. */
export async function withWords<Row>(rows: readonly Row[], query: string, textOf: (row: Row) => string): Promise<Row[]> {
  const words = searchWords(query);
  const found: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % TEXTS_A_TURN === TEXTS_A_TURN - 1) await nextTurn();
    const text = folded(textOf(row));
    if (words.every((word) => text.includes(word))) found.push(row);
  }
  return found;
}
