import { answerMessages as messages } from './messages';
import { hasOptions, type AnswerValue, type Question } from './question';

const LONGEST_TEXT = 500;
const LONGEST_LONG_TEXT = 10_000;
const LARGEST_NUMBER = 1e12;
const MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]{1,254}@[^\s@<>()[\],;:"\\\p{Cc}]{1,254}$/u;
const PHONE = /^[\d +().\-/]{1,40}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether there is an answer at all: blanks and an empty list are none. */
export function isAnswered(answer: AnswerValue | undefined): answer is AnswerValue {
  if (typeof answer === 'string') return answer.trim() !== '';
  return Array.isArray(answer) ? answer.length > 0 : answer !== undefined;
}

/** The chosen options that the question does not offer any more. */
export function goneOptions({ type, options }: Question, answer: AnswerValue | undefined): string[] {
  if (!hasOptions(type) || !isAnswered(answer)) return [];
  const chosen = Array.isArray(answer) ? answer : [String(answer)];
  return chosen.filter((option) => !options.includes(option));
}

/** What is wrong with the answer to a question that is shown, in a sentence; undefined when nothing is. */
export function answerProblem(question: Question, answer: AnswerValue | undefined): string | undefined {
  if (!isAnswered(answer)) return question.required ? messages.required : undefined;
  if (goneOptions(question, answer).length > 0) return messages.optionGone;
  return typeof answer === 'string' ? textProblem(question, answer.trim()) : numberProblem(question, answer);
}

function textProblem({ type }: Question, text: string): string | undefined {
  switch (type) {
    case 'text':
      return text.length > LONGEST_TEXT ? messages.tooLong(LONGEST_TEXT) : undefined;
    case 'textarea':
      return text.length > LONGEST_LONG_TEXT ? messages.tooLong(LONGEST_LONG_TEXT) : undefined;
    case 'email':
      return text.length <= 254 && MAILBOX.test(text) ? undefined : messages.email;
    case 'phone':
      return PHONE.test(text) ? undefined : messages.phone;
    case 'date':
      return isDay(text) ? undefined : messages.date;
    case 'number':
      return messages.number;
    case 'scale':
      return messages.rating;
    default:
      return undefined;
  }
}

function numberProblem({ type }: Question, answer: AnswerValue): string | undefined {
  if (type === 'number') return typeof answer === 'number' && Math.abs(answer) <= LARGEST_NUMBER ? undefined : messages.number;
  if (type === 'scale') return Number.isInteger(answer) && Number(answer) >= 1 && Number(answer) <= 10 ? undefined : messages.rating;
  return undefined;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && text >= '1000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** What was typed as a number: with a comma or a point. What is none stays a text, so that nothing typed is lost. */
export function typedNumber(typed: string): number | string | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : typed;
}
