import type { Problems } from '@attune/shared-ui/forms';
import { hasOptions } from '@attune/shared-ui/intake';
import { type ConditionDraft, conditionKinds, type FormValues, numberOf, type OptionDraft, type QuestionDraft } from './form-values';
import { intakeMessages as messages } from './messages';

export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 50;
const LARGEST_NUMBER = 1e12;

/** What is wrong with a form, at the wire's names (`questions.3.options.1`). The server checks the same. */
export function problemsOf({ title, description, questions }: FormValues): Problems {
  const problems: Record<string, string> = {};
  if (title.trim() === '') problems['title'] = messages.titleRequired;
  else if (title.trim().length > 200) problems['title'] = messages.titleTooLong;
  if (description.trim().length > 5_000) problems['description'] = messages.descriptionTooLong;
  if (questions.length === 0) problems['questions'] = messages.questionsRequired;
  if (questions.length > MAX_QUESTIONS) problems['questions'] = messages.tooManyQuestions;
  questions.forEach((question, index) => {
    for (const [part, message] of Object.entries(questionProblems(question, questions, index))) problems[`questions.${index}.${part}`] = message;
  });
  return problems;
}

function questionProblems(question: QuestionDraft, all: readonly QuestionDraft[], index: number): Record<string, string> {
  const text = question.question.trim();
  const condition = question.show_if && conditionProblem(question.show_if, all, index);
  return {
    ...(text === '' && { question: messages.questionRequired }),
    ...(text.length > 500 && { question: messages.questionTooLong }),
    ...(question.help_text.trim().length > 2_000 && { help_text: messages.helpTextTooLong }),
    ...(hasOptions(question.type) && optionProblems(question.options)),
    ...(condition && { [`show_if.${condition.part}`]: condition.message }),
  };
}

function optionProblems(options: readonly OptionDraft[]): Record<string, string> {
  if (options.length === 0) return { options: messages.optionsRequired };
  if (options.length > MAX_OPTIONS) return { options: messages.tooManyOptions };
  const texts = options.map(({ text }) => text.trim());
  const problems: Record<string, string> = {};
  texts.forEach((text, index) => {
    if (text === '') problems[`options.${index}`] = messages.optionRequired;
    else if (text.length > 200) problems[`options.${index}`] = messages.optionTooLong;
    else if (texts.indexOf(text) < index) problems[`options.${index}`] = messages.optionTwice;
  });
  return problems;
}

/** Why a condition can never hold, and at which part of it that is said. */
export function conditionProblem(condition: ConditionDraft, all: readonly QuestionDraft[], index: number): { part: 'question_id' | 'any_of' | 'at_least'; message: string } | undefined {
  const place = all.findIndex(({ id }) => id === condition.question_id);
  const asked = all[place];
  if (!asked) return { part: 'question_id', message: messages.conditionGone };
  if (place >= index) return { part: 'question_id', message: messages.conditionLater };
  if (!conditionKinds(asked.type).includes(condition.kind)) return { part: 'question_id', message: messages.conditionTypeGone };
  if (condition.kind === 'any_of') {
    if (condition.any_of.length === 0) return { part: 'any_of', message: messages.conditionNoAnswer };
    const isThere = (key: string) => asked.options.some((option) => option.key === key);
    return condition.any_of.every(isThere) ? undefined : { part: 'any_of', message: messages.conditionAnswerGone };
  }
  const isNumber = condition.kind !== 'at_least' || canBeAnswer(asked, numberOf(condition.at_least));
  return isNumber ? undefined : { part: 'at_least', message: messages.conditionNumber };
}

function canBeAnswer({ type }: QuestionDraft, number: number): boolean {
  if (type === 'scale') return Number.isInteger(number) && number >= 1 && number <= 10;
  return Math.abs(number) <= LARGEST_NUMBER;
}
