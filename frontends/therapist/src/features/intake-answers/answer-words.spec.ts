import { sampleSentForm } from '../../test-kit';
import { answerLines, appointmentWords, scoreTicks, tallyWords } from './answer-words';

test('forms are counted by how far they are, the completed ones first', () => {
  const forms = (['sent', 'withdrawn', 'completed', 'sent'] as const).map((status) => sampleSentForm({ status }));
  expect(tallyWords(forms)).toBe('1 completed, 2 sent, 1 withdrawn');
  expect(tallyWords([])).toBe('');
});

test('an answer is told as people write it', () => {
  expect(answerLines({ type: 'date', answer: '1988-02-29' })).toEqual(['Monday 29 February 1988']);
  expect(answerLines({ type: 'scale', answer: 7 })).toEqual(['7 of 10']);
  expect(answerLines({ type: 'number', answer: 12000 })).toEqual(['12,000']);
  expect(answerLines({ type: 'checkbox', answer: ['Sleep', 'Work'] })).toEqual(['Sleep', 'Work']);
  expect(answerLines({ type: 'text', answer: '1988-02-29' })).toEqual(['1988-02-29']);
  expect(answerLines({ type: 'text', answer: null })).toEqual([]);
});

test('an appointment elsewhere names the city', () => {
  expect(appointmentWords('2026-12-01T16:00:00Z', 'America/New_York')).toBe('Tue 1 Dec 2026, 11:00 (New York)');
});

test('the axis ends with the most there is, and keeps the bands’ beginnings', () => {
  expect(scoreTicks(27)).toEqual([0, 5, 10, 15, 20, 27]);
  expect(scoreTicks(21)).toEqual([0, 5, 10, 15, 21]);
});
