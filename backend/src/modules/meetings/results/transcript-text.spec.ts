import type { NoteAnalysis } from '../../session-notes/analyses/text-analysis.service';
import { TranscriptText } from './transcript-text';

const NOTHING: NoteAnalysis = { engine: { name: 'rules', version: '1' }, summary: [], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [], remarks: [] };
const line = (id: string, text: string, nth: number) => ({ id, text, start_ms: nth * 1_000, end_ms: nth * 1_000 + 900 });

/** The moments of one sentence that rests on these places of the text. */
function momentsOf(text: TranscriptText, places: readonly (readonly [number, number])[]): string[] {
  const citations = places.map(([start, end]) => ({ quote: '', start, end }));
  const { summary } = text.moments({ ...NOTHING, summary: [{ text: 'x', citations }] as unknown as NoteAnalysis['summary'] });
  return summary.flatMap(({ moments }) => moments.map(({ line_id, quote, start, end }) => `${line_id} ${start}-${end} ${quote}`));
}

it('a quote stands in the lines that it goes over, and nowhere else', () => {
  const text = new TranscriptText(['I slept', '', 'badly, and then', 'I woke'].map((said, nth) => line(`l${nth}`, said, nth)));
  expect(text.text).toBe('I slept\n\nbadly, and then\nI woke');
  expect(momentsOf(text, [[2, 14]])).toEqual(['l0 2-7 slept', 'l2 0-5 badly']);
  expect(momentsOf(text, [[0, 7]])).toEqual(['l0 0-7 I slept']);
  expect(momentsOf(text, [[7, 9]])).toEqual([]);
  expect(momentsOf(text, [[9, 1_000]])).toEqual(['l2 0-15 badly, and then', 'l3 0-6 I woke']);
});

it('thousands of quotes in thousands of lines are found one by one, and not each among all lines', () => {
  const text = new TranscriptText(Array.from({ length: 18_000 }, (_, nth) => line(`l${nth}`, 'I slept badly.', nth)));
  const places = Array.from({ length: 7_000 }, (_, nth) => [nth * 15, nth * 15 + 7] as const);
  expect(momentsOf(text, places)).toEqual(places.map((_, nth) => `l${nth} 0-7 I slept`));
});
