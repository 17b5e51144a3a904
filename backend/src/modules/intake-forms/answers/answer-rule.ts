import { MAILBOX } from '../../../common/http/fields';
import { AnswerValue, LARGEST_NUMBER, Question, SCALE } from '../builder/question';
import * as messages from './messages';

export const LONGEST_TEXT = 500;
export const LONGEST_LONG_TEXT = 10_000;
const PHONE = /^[\d +().\-/]{1,40}$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A value as it is kept, or why it is none, in a sentence. `undefined` as a value: the question is not answered. */
export type Checked = { value: AnswerValue | undefined } | { problem: string };

/** What was sent as the answer to a question. Texts are trimmed; an empty one, null and an empty list take the answer away. */
export function checkAnswer(question: Question, sent: unknown): Checked {
  if (sent === null || sent === undefined) return { value: undefined };
  if (typeof sent === 'string') return checkText(question, sent.trim());
  if (typeof sent === 'number') return checkNumber(question, sent);
  return checkChoices(question, sent);
}

function checkText({ type, options }: Question, text: string): Checked {
  if (text === '') return { value: undefined };
  switch (type) {
    case 'text':
      return text.length <= LONGEST_TEXT ? { value: text } : { problem: messages.tooLong(LONGEST_TEXT) };
    case 'textarea':
      return text.length <= LONGEST_LONG_TEXT ? { value: text } : { problem: messages.tooLong(LONGEST_LONG_TEXT) };
    case 'email':
      return text.length <= 254 && MAILBOX.test(text) ? { value: text } : { problem: messages.noEmail };
    case 'phone':
      return PHONE.test(text) ? { value: text } : { problem: messages.noPhone };
    case 'date':
      return isDay(text) ? { value: text } : { problem: messages.noDate };
    case 'select':
    case 'radio':
      return options.includes(text) ? { value: text } : { problem: messages.optionGone };
    default:
      return { problem: messages.wrongKind };
  }
}

function checkNumber({ type }: Question, number: number): Checked {
  if (type === 'number') return Number.isFinite(number) && Math.abs(number) <= LARGEST_NUMBER ? { value: number } : { problem: messages.noNumber };
  if (type === 'scale') return Number.isInteger(number) && number >= SCALE.least && number <= SCALE.most ? { value: number } : { problem: messages.noRating };
  return { problem: messages.wrongKind };
}

function checkChoices({ type, options }: Question, sent: unknown): Checked {
  if (type !== 'checkbox' || !Array.isArray(sent)) return { problem: messages.wrongKind };
  const chosen = [...new Set<unknown>(sent)];
  if (chosen.length === 0) return { value: undefined };
  if (!chosen.every((choice): choice is string => typeof choice === 'string' && options.includes(choice))) return { problem: messages.optionGone };
  return { value: options.filter((option) => chosen.includes(option)) };
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number(year) >= 1000 && date.toISOString().startsWith(text);
}
