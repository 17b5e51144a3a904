import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnswerValue, Question, shownQuestions } from './question';
import { newQuestionId, QUESTION_ID } from './question-id';

interface Case {
  about: string;
  questions: (Pick<Question, 'id' | 'type'> & Partial<Question>)[];
  answers: Record<string, AnswerValue>;
  shown: string[];
}

/** The page that people fill in is held against the same table. */
const CASES = JSON.parse(readFileSync(join(__dirname, 'question.cases.json'), 'utf8')) as Case[];

describe('the questions that are shown', () => {
  it.each(CASES.map((one) => [one.about, one] as const))('%s', (_, { questions, answers, shown }) => {
    const whole = questions.map((part): Question => ({ question: 'How?', help_text: '', required: false, options: [], new_page: false, show_if: null, ...part }));
    expect(shownQuestions(whole, new Map(Object.entries(answers))).map(({ id }) => id)).toEqual(shown);
  });
});

it('ids of questions that are made within the same moment differ, and are what a form takes', () => {
  const ids = Array.from({ length: 1_000 }, newQuestionId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(QUESTION_ID);
});
