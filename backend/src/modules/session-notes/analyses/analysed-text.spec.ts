import type { Citation, NoteAnalysis } from '../analysis/analysis';
import { AnalysedText } from './analysed-text';

const PAGES = [
  { page: 1, text: 'She slept better. She went' },
  { page: 2, text: '' },
  { page: 3, text: 'for a walk. ' },
];
const file = AnalysedText.ofPages(PAGES);

function analysisOf(...citations: Citation[]): NoteAnalysis {
  const none = { themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [], remarks: [] };
  return { engine: { name: 'x', version: '1' }, summary: [{ text: 'Said.', citations }], ...none };
}
const citation = (quote: string): Citation => {
  const start = file.text.indexOf(quote);
  return { quote, start, end: start + quote.length };
};

it('gives a citation its page, and one that goes on overleaf a place on each', () => {
  expect(file.placed(analysisOf(citation('She slept better.'), citation('She went\n\n\n\nfor a walk.'))).summary[0]?.citations).toEqual([
    { quote: 'She slept better.', start: 0, end: 17, page: 1 },
    { quote: 'She went', start: 18, end: 26, page: 1 },
    { quote: 'for a walk.', start: 0, end: 11, page: 3 },
  ]);
});

it('leaves out what would rest on nothing but the space between two pages', () => {
  expect(file.placed(analysisOf({ quote: '\n\n', start: 26, end: 28 })).summary).toEqual([]);
});

it('is another text when a page says something else, or the same words stand on other pages', () => {
  const { digest } = AnalysedText.ofPages([{ page: 1, text: 'a\n\nb' }]);
  expect(AnalysedText.ofPages([{ page: 1, text: 'a\n\nb' }]).digest).toBe(digest);
  expect(AnalysedText.ofPages([{ page: 1, text: 'a' }, { page: 2, text: 'b' }]).digest).not.toBe(digest);
});

it('a note’s own text has no pages', () => {
  const said = analysisOf({ quote: 'a', start: 0, end: 1 });
  expect(AnalysedText.ofNote('a').placed(said)).toBe(said);
  expect([AnalysedText.ofNote(' \n').isEmpty, AnalysedText.ofPages([]).isEmpty]).toEqual([true, true]);
});
