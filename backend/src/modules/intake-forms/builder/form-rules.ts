import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldProblem } from '../../../common/errors/domain-error';
import { claimsProduct } from '../../../common/http/product-name';
import { itemsOf, PUBLISHED } from '../scoring/instruments';
import * as messages from './messages';
import { hasOptions, Instrument, LARGEST_NUMBER, Question, SCALE, ShowIf } from './question';

export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 50;
const LONGEST_OPTION = 200;
/** Some milliseconds of looking through texts; then others get their turn. */
const QUESTIONS_A_TURN = 5;

/** A booking of it sends and logs each of them. */
export const MOST_FORMS_OF_SERVICE = 10;

/** What a therapist decides about a form. */
export interface FormContent {
  title: string;
  description: string;
  questions: Question[];
  instrument: Instrument | null;
}

/** What is wrong between the parts of a form, at the wire's names (`questions.3.options.1`), in their order. */
export async function formProblems({ title, description, questions, instrument }: FormContent): Promise<FieldProblem[]> {
  const problems = [...claimProblem(title, 'title'), ...claimProblem(description, 'description')];
  for (const [index, question] of questions.entries()) {
    if (index % QUESTIONS_A_TURN === QUESTIONS_A_TURN - 1) await nextTurn();
    const earlier = questions.slice(0, index);
    const field = `questions.${index}`;
    problems.push(
      ...claimProblem(question.question, `${field}.question`),
      ...claimProblem(question.help_text, `${field}.help_text`),
      ...question.options.flatMap((option, at) => (option.length > LONGEST_OPTION ? [] : claimProblem(option, `${field}.options.${at}`))),
      ...(earlier.some(({ id }) => id === question.id) ? [{ field: `${field}.id`, message: messages.questionIdTwice }] : []),
      ...optionProblems(question, `${field}.options`),
      ...(question.show_if ? conditionProblems(question.show_if, earlier, `${field}.show_if`) : []),
    );
  }
  if (instrument && !itemsOf(instrument, questions)) problems.push({ field: 'instrument', message: messages.notScored(PUBLISHED[instrument].name) });
  return problems;
}

/** A form stands on the product's own pages: in its name it could ask for anything. */
function claimProblem(text: string, field: string): FieldProblem[] {
  return claimsProduct(text) ? [{ field, message: messages.notTheProduct }] : [];
}

function optionProblems({ type, options }: Question, field: string): FieldProblem[] {
  if (!hasOptions(type)) return options.length === 0 ? [] : [{ field, message: messages.optionsNotTaken }];
  if (options.length === 0) return [{ field, message: messages.optionsRequired }];
  return options.flatMap((option, index) => {
    const message = optionProblem(option, options.indexOf(option) < index);
    return message === undefined ? [] : [{ field: `${field}.${index}`, message }];
  });
}

function optionProblem(option: string, isTwice: boolean): string | undefined {
  if (option === '') return messages.optionRequired;
  if (option.length > LONGEST_OPTION) return messages.optionTooLong;
  return isTwice ? messages.optionTwice : undefined;
}

function conditionProblems({ question_id, any_of, at_least }: ShowIf, earlier: readonly Question[], field: string): FieldProblem[] {
  const asked = earlier.find(({ id }) => id === question_id);
  if (!asked) return [{ field: `${field}.question_id`, message: messages.conditionEarlier }];
  if (any_of !== undefined && at_least !== undefined) return [{ field, message: messages.conditionBoth }];
  if (any_of !== undefined && (any_of.length === 0 || !any_of.every((option) => asked.options.includes(option)))) {
    return [{ field: `${field}.any_of`, message: messages.conditionOption }];
  }
  if (at_least !== undefined && !canBeAnswer(asked, at_least)) return [{ field: `${field}.at_least`, message: messages.conditionNumber }];
  return [];
}

function canBeAnswer({ type }: Question, number: number): boolean {
  if (type === 'scale') return Number.isInteger(number) && number >= SCALE.least && number <= SCALE.most;
  return type === 'number' && Math.abs(number) <= LARGEST_NUMBER;
}
