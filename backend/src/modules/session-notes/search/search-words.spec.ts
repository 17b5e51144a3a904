import { folded, searchWords } from './search-words';

it.each([
  ['Größe', 'GROSSE'],
  ['Łucja Żółkiewska', 'lucja zolkiewska'],
  ['niño', 'NINO'],
  ['Ærø', 'aero'],
  ['café', 'cafe\u0301'],
  ['İstanbul', 'istanbul'],
  ['Ｆｕｌｌ', 'full'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
])('%s is found by %s', (text, other) => {
  expect(folded(text)).toBe(folded(other));
});

it('has words of which each counts once, and ten at the most', () => {
  expect(searchWords('  Sleep  SLEEP\tmöve ')).toEqual(['sleep', 'move']);
  expect(searchWords(Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10);
  expect(searchWords('   ')).toEqual([]);
});
