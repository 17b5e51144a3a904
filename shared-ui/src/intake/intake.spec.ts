import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerProblem, isAnswered, typedNumber } from './answer-problem';
import { pagesOf, shownQuestions, type Answers, type AnswerValue, type Question, type QuestionType } from './question';

interface Case {
  about: string;
  questions: (Pick<Question, 'id' | 'type'> & Partial<Question>)[];
  answers: Answers;
  shown: string[];
}

/** The server is held against the same table. */
const TABLE = join(__dirname, '../../../backend/src/modules/intake-forms/builder/question.cases.json');
const CASES = JSON.parse(readFileSync(TABLE, 'utf8')) as Case[];

function whole(part: Pick<Question, 'id' | 'type'> & Partial<Question>): Question {
  return { question: 'How?', help_text: '', required: false, options: [], new_page: false, show_if: null, ...part };
}

describe('the questions that are shown', () => {
  it.each(CASES.map((one) => [one.about, one] as const))('%s', (_, { questions, answers, shown }) => {
    expect(shownQuestions(questions.map(whole), answers).map(({ id }) => id)).toEqual(shown);
  });

  it('stand on the pages where they begin, also when the first one of a page is hidden', () => {
    const questions = [
      whole({ id: 'q_a', type: 'text', new_page: true }),
      whole({ id: 'q_b', type: 'text', new_page: true, show_if: { question_id: 'q_a' } }),
      whole({ id: 'q_c', type: 'text' }),
      whole({ id: 'q_d', type: 'text', new_page: true, show_if: { question_id: 'q_a' } }),
    ];
    const pages = (answers: Answers) => pagesOf(questions, answers).map((page) => page.map(({ id }) => id));
    expect(pages({})).toEqual([['q_a'], ['q_c'], []]);
    expect(pages({ q_a: 'x' })).toEqual([['q_a'], ['q_b', 'q_c'], ['q_d']]);
  });
});

describe('an answer', () => {
  const problem = (type: QuestionType, answer: AnswerValue | undefined, part: Partial<Question> = {}) =>
    answerProblem(whole({ id: 'q_a', type, options: ['select', 'radio', 'checkbox'].includes(type) ? ['Yes', 'No'] : [], ...part }), answer);

  it.each<[QuestionType, AnswerValue]>([
    ['text', 'x'.repeat(500)],
    ['textarea', `a\n${'x'.repeat(9_000)}`],
    ['email', ' nadia@example.org '],
    ['phone', '+43 (1) 234-5'],
    ['date', '2024-02-29'],
    ['number', -3.5],
    ['number', 0],
    ['scale', 10],
    ['select', 'No'],
    ['radio', 'Yes'],
    ['checkbox', ['Yes', 'No']],
  ])('to a question of type %s is right: %p', (type, answer) => expect(problem(type, answer, { required: true })).toBeUndefined());

  it.each<[QuestionType, AnswerValue, RegExp]>([
    ['text', 'x'.repeat(501), /at most 500/],
    ['textarea', 'x'.repeat(10_001), /at most 10,000/],
    ['email', 'a@b@c', /valid email/],
    ['phone', 'call me', /digits/],
    ['date', '2025-02-29', /exists/],
    ['date', '24.11.2026', /exists/],
    ['number', 'seven', /number/],
    ['number', 1e13, /number/],
    ['scale', 11, /1 to 10/],
    ['select', 'Maybe', /not offered/],
    ['checkbox', ['Yes', 'Maybe'], /not offered/],
  ])('to a question of type %s is wrong: %p', (type, answer, words) => expect(problem(type, answer)).toMatch(words));

  it.each<[QuestionType, AnswerValue | undefined]>([['text', ' '], ['checkbox', []], ['scale', undefined], ['date', '']])('is missing in %s: %p', (type, answer) => {
    expect(problem(type, answer)).toBeUndefined();
    expect(problem(type, answer, { required: true })).toBe('Please answer this question.');
    expect(isAnswered(answer)).toBe(false);
  });

  it.each([['3,5', 3.5], ['-2', -2], [' 7. ', 7], ['.5', 0.5], ['', undefined], ['7 cm', '7 cm'], ['1e3', '1e3'], ['--1', '--1']])('that was typed as %p is %p', (typed, answer) =>
    expect(typedNumber(typed)).toBe(answer));
});
