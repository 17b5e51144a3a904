import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { fakeApi, problem, sampleAnswers, sampleScore } from '../test-kit';
import AnswersPage from './answers.page';

const ANSWERS = 'GET /api/therapist/intake-requests/{id}/answers';
const form = sampleAnswers([
  { question: 'What brings you here?', answer: 'Sleep.\nAnd work.' },
  { question: 'What helps?', type: 'checkbox', options: ['Walking', 'Music'], answer: ['Walking', 'Music'] },
  { question: 'Born on', type: 'date', answer: '1988-02-29' },
  { question: 'Anything else?', answer: null },
]);

const open = () => renderPage(AnswersPage, '/intake-forms/answers/:id', `/intake-forms/answers/${form.id}`);
const answerTo = (question: string) => screen.getByText(question).closest('dt')?.nextElementSibling;

it('shows who answered what, and what was not answered', async () => {
  fakeApi({ [ANSWERS]: () => ({ json: form }) });
  open();
  await screen.findByRole('heading', { level: 1, name: 'Before we meet' });
  expect(['Client', 'Completed', 'Signed by', 'Version'].map((name) => screen.getByText(name).nextElementSibling?.textContent?.slice(0, 15))).toEqual(['Jonah Whitfield', '2 Nov 2026, 18:', 'Jonah W.', '3']);
  expect(answerTo('What brings you here?')?.textContent).toBe('Sleep.\nAnd work.');
  expect(within(answerTo('What helps?') as HTMLElement).getAllByRole('listitem').map((line) => line.textContent)).toEqual(['Walking', 'Music']);
  expect(answerTo('Born on')?.textContent).toBe('Monday 29 February 1988');
  expect(answerTo('Anything else?')?.textContent).toBe('Not answered');
  expect(screen.queryByText(/PHQ-9/)).toBeNull();
});

it('puts item 9 above everything, in words, however small the sum is', async () => {
  const score = sampleScore({ id: form.id, sum: 4, severity: 'minimal', self_harm: 1, self_harm_answer: 'Several days' });
  const scores = [sampleScore({ sum: 19, severity: 'moderately_severe', completed_at: '2026-09-02T18:00:00.000Z' }), score];
  fakeApi({ [ANSWERS]: () => ({ json: { ...form, score, scores, source: 'Developed by Drs. Robert L. Spitzer and colleagues.' } }) });
  const { user } = open();
  const words = await screen.findByText('Thoughts of death or self-harm: Several days');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(words.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const card = within(screen.getByRole('region', { name: 'PHQ-9' }));
  expect(card.getByText('Minimal')).toBeTruthy();
  expect(card.getByText('4').parentElement?.textContent).toBe('4 of 27');
  expect(card.getByText(/^Developed by/)).toBeTruthy();
  expect(card.getByRole('button', { name: '2 Nov 2026: 4 of 27. Item 9 above zero' })).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'View as table' }));
  const [, earlier, now] = card.getAllByRole('row');
  expect(earlier?.textContent).toBe('2 Sep 202619 of 27Moderately severeNot at all');
  expect(within(earlier as HTMLElement).getByRole('link').getAttribute('href')).toBe(`/intake-forms/answers/${scores[0]?.id}`);
  expect(now?.textContent).toBe('2 Nov 2026 (this form)4 of 27MinimalSeveral days');
});

it('says that item 9 was left out, and gives no sum then', async () => {
  const score = sampleScore({ sum: null, severity: null, self_harm: null, self_harm_answer: null });
  fakeApi({ [ANSWERS]: () => ({ json: { ...form, score, scores: [score] } }) });
  open();
  expect(await screen.findByText('Thoughts of death or self-harm: not answered')).toBeTruthy();
  expect(screen.getByText('Not every item was answered, so there is no sum.')).toBeTruthy();
});

it.each([
  [404, 'There are no answers here', 0],
  [503, 'The answers could not be loaded', 1],
] as const)('says what a %d means', async (status, title, retries) => {
  fakeApi({ [ANSWERS]: () => problem(status, 'No.') });
  open();
  await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(retries);
});
