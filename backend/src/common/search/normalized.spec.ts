import { claimsProduct } from '../http/product-name';
import { normalized } from './normalized';

/** Unordered marks as a stranger would send them, in the square of whose number Unicode's order is found: 40 seconds for these. */
const RUN = '\u0344'.repeat(35_000) + '\u0f73'.repeat(35_000) + '\uff9e\u0327'.repeat(20_000);

it('a text with a run of marks is as quickly normalized as any other of its length', () => {
  expect(normalized(`Zoe\u0308 ${RUN}!`, 'NFC')).toMatch(/^Zoë .{30,120}!$/u);
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) normalized(RUN, form);
  expect([claimsProduct(`A${RUN} t`), claimsProduct(`A${RUN.slice(0, 40)}ttune`)]).toEqual([false, true]);
});

it('leaves the letters of every language as they are', () => {
  for (const text of ['Zoë Łukasz Ærø', 'ผู้ป่วย น้ำ', 'क्षत्रिय', '각', 'Việt Nam', 'ﾊﾟﾋﾟ', 'שָׁלוֹם']) expect(normalized(text, 'NFKD')).toBe(text.normalize('NFKD'));
});
