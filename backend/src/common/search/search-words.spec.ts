import { folded, searchWords, withWords } from './search-words';

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

it('a run of marks takes no longer than as many letters', () => {
  expect(folded(`a${'\u0300\u0323'.repeat(300_000)}b`)).toBe('ab');
});

it('has words of which each counts once, and ten at the most', () => {
  expect(searchWords('  Sleep  SLEEP\tmöve ')).toEqual(['sleep', 'move']);
  expect(searchWords(Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10);
  expect(searchWords('   ')).toEqual([]);
});

it('finds people by parts of their names as anybody types them', async () => {
  const people = ['Deniz Öztürk', 'Jürgen Weiß', 'Paweł Kłos', 'Işıl Ayaz', 'Ana 100%', ...Array.from({ length: 600 }, (_, index) => `C${index}`)];
  const find = (words: string): Promise<string[]> => withWords(people, words, (name) => name);
  expect(await find('ozturk')).toEqual(['Deniz Öztürk']);
  expect(await find('weiss')).toEqual(['Jürgen Weiß']);
  expect(await find('KLOS pawel')).toEqual(['Paweł Kłos']);
  expect(await find('isil')).toEqual(['Işıl Ayaz']);
  expect(await find('100%')).toEqual(['Ana 100%']);
  expect(await find('c599')).toEqual(['C599']);
  expect(await find('nobody')).toEqual([]);
});
