import { Question, QuestionType } from '../builder/question';
import { checkAnswer } from './answer-rule';

function question(type: QuestionType, options: string[] = []): Question {
  return { id: 'q_1', type, question: 'How are you?', help_text: '', required: false, options, new_page: false, show_if: null };
}

describe('an answer', () => {
  it.each<[QuestionType, unknown, unknown]>([
    ['text', '  well  ', 'well'],
    ['textarea', `a\nb${'x'.repeat(9_000)}`, `a\nb${'x'.repeat(9_000)}`],
    ['email', 'nadia@example.org', 'nadia@example.org'],
    ['phone', '+43 (1) 234-5', '+43 (1) 234-5'],
    ['date', '2024-02-29', '2024-02-29'],
    ['number', -3.5, -3.5],
    ['scale', 10, 10],
    ['select', 'No', 'No'],
    ['radio', 'Yes', 'Yes'],
    ['checkbox', ['No', 'Yes', 'No'], ['Yes', 'No']],
  ])('to a question of type %s is kept: %p', (type, sent, value) => expect(checkAnswer(question(type, ['Yes', 'No']), sent)).toEqual({ value }));

  it.each<[QuestionType, unknown]>([['text', ' '], ['checkbox', []], ['scale', null], ['date', ''], ['number', undefined]])('is taken away from %s by %p', (type, sent) =>
    expect(checkAnswer(question(type, ['Yes']), sent)).toEqual({ value: undefined }));

  it.each<[QuestionType, unknown, RegExp]>([
    ['text', 'x'.repeat(501), /at most 500/],
    ['textarea', 'x'.repeat(10_001), /at most 10,000/],
    ['email', 'a@b@c', /valid email/],
    ['phone', 'call me', /digits/],
    ['date', '2025-02-29', /exists/],
    ['date', '24.11.2026', /exists/],
    ['number', Number.NaN, /number/],
    ['number', '7', /not an answer/],
    ['scale', 11, /1 to 10/],
    ['scale', 2.5, /1 to 10/],
    ['select', 'Maybe', /not offered/],
    ['radio', ['Yes'], /not an answer/],
    ['checkbox', ['Yes', 'Maybe'], /not offered/],
    ['checkbox', [{ Yes: true }], /not offered/],
    ['checkbox', 'Yes', /not an answer/],
    ['text', { toString: 'x' }, /not an answer/],
    ['text', true, /not an answer/],
  ])('to a question of type %s is refused: %p', (type, sent, problem) =>
    expect(checkAnswer(question(type, ['Yes', 'No']), sent)).toEqual({ problem: expect.stringMatching(problem) as string }));
});
