import { article, escapedInPieces, escapeHtml, facts } from './record-page';

it('a text of any length is escaped in parts, of which none cuts a letter', () => {
  const text = `${'a'.repeat(15_999)}😀<b>&"'${'😀'.repeat(30_000)}`;
  const parts = [...escapedInPieces(text)];
  expect(parts.join('')).toBe(escapeHtml(text));
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.filter((part) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part))).toEqual([]);
});

it('an entry of a page holds nothing that a text could break out of', () => {
  const page = [...article('<i>', '', '</p><script>', ['"'], facts([['&', null]]))].join('');
  expect(page).toBe('<article><h3 dir="auto">&#60;i&#62;</h3><p dir="auto">&#60;/p&#62;&#60;script&#62;</p><ul><li dir="auto">&#34;</li></ul><dl><dt dir="auto">&#38;</dt><dd dir="auto">–</dd></dl></article>');
});
