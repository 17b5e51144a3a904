import type { FieldProblem } from '../../../common/errors/domain-error';
import { claimsProduct } from '../../../common/http/product-name';
import { mapInTurns } from '../../../common/process/in-turns';
import { itemsOf, PUBLISHED } from '../scoring/instruments';
import * as messages from './messages';
import { hasOptions, Instrument, LARGEST_NUMBER, Question, SCALE, ShowIf } from './question';

export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 50;
const LONGEST_OPTION = 200;
/** As JSON. It is read anew whenever somebody opens its link or saves an answer; the longest published questionnaires have a tenth of it. */
export const MOST_FORM_BYTES = 320 * 1024;

/** A booking of it sends and logs each of them. */
export const MOST_FORMS_OF_SERVICE = 10;

/** What a therapist decides about a form. */
export interface FormContent {
  title: string;
  description: string;
  questions: Question[];
  instrument: Instrument | null;
}

/** What is wrong between the parts of a form, at the wire's names (`questions.3.options.1`), in their order. Others are answered while its texts are looked through. */
export async function formProblems({ title, description, questions, instrument }: FormContent): Promise<FieldProblem[]> {
  const problems = await claimProblems([['title', title], ['description', description]]);
  const ids = new Set<string>();
  for (const [index, question] of questions.entries()) {
    const field = `questions.${index}`;
    const options = question.options.flatMap((option, at) => (option.length > LONGEST_OPTION ? [] : [[`${field}.options.${at}`, option] as const]));
    problems.push(
      ...(await claimProblems([[`${field}.question`, question.question], [`${field}.help_text`, question.help_text], ...options])),
      ...(ids.has(question.id) ? [{ field: `${field}.id`, message: messages.questionIdTwice }] : []),
      ...optionProblems(question, `${field}.options`),
      ...(question.show_if ? conditionProblems(question.show_if, questions.slice(0, index), `${field}.show_if`) : []),
    );
    ids.add(question.id);
  }
  if (instrument && !itemsOf(instrument, questions)) problems.push({ field: 'instrument', message: messages.notScored(PUBLISHED[instrument].name) });
  return problems;
}

/** A form stands on the product's own pages: in its name it could ask for anything. */
async function claimProblems(texts: readonly (readonly [field: string, text: string])[]): Promise<FieldProblem[]> {
  return (await mapInTurns(texts, ([field, text]) => (claimsProduct(text) ? [{ field, message: messages.notTheProduct }] : []))).flat();
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
