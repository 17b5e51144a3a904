import { folded } from '../search/search-words';

/** Letters and digits that pass for Latin letters, in pairs. Those that pass for each other in small print count as one. */
const PASSES_FOR = 'аaɑaαaвbβbсcϲcԁdеeεeєeһhнhіiιiјjκkкkмmηnпnоoοo0oрpρpԛqѕsтtτtυuνvѵvԝwωwхxχxуyγyli1i|i';
const LATIN = new Map([...PASSES_FOR].flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? letter] as const] : [])));
/** What stands before a name or behind it, and is nobody's own. */
const TITLES = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'mx', 'herr', 'frau', 'phd', 'md', 'psyd', 'msc', 'ma', 'dipi', 'psych', 'med'].map(seen));

/** A name as it looks to somebody who does not look closely: the same for names that pass for each other. Without case, accents, titles, stops and order. */
export function looksLike(name: string): string {
  const words = folded(name.slice(0, 500)).split(/[^\p{L}\p{N}|]+/u).map(seen);
  const own = words.filter((word) => word !== '' && !TITLES.has(word));
  return (own.length > 0 ? own : words).sort().join(' ');
}

function seen(word: string): string {
  return [...word].map((letter) => LATIN.get(letter) ?? letter).join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
