import type { OptionDraft, QuestionDraft } from './form-values';

/** What can be done with a question; the same functions from one draw to the next. */
export interface QuestionActions {
  open: (id: string | undefined) => void;
  change: (id: string, part: Partial<QuestionDraft>) => void;
  /** A letter. The list hears of it in a pause. */
  type: (id: string, part: Partial<QuestionDraft>) => void;
  move: (id: string, by: -1 | 1) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
}

let last = 0;

/** `q_`, a timestamp in milliseconds that no other id of this page has, and what other pages do not come upon. */
export function newQuestionId(): string {
  last = Math.max(Date.now(), last + 1);
  const noise = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `q_${last}_${noise}`;
}

export function newQuestion(): QuestionDraft {
  return { id: newQuestionId(), type: 'text', question: '', help_text: '', required: false, options: [], new_page: false, show_if: null };
}

/** A key that no option of a form has: options of saved ones are numbered. */
export function newOption(text = ''): OptionDraft {
  return { key: newQuestionId(), text };
}

export function changed(questions: readonly QuestionDraft[], id: string, part: Partial<QuestionDraft>): QuestionDraft[] {
  return questions.map((question) => (question.id === id ? { ...question, ...part } : question));
}

export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** A copy right behind the question; it hangs on the same condition. */
export function duplicated(questions: readonly QuestionDraft[], id: string): { questions: QuestionDraft[]; copy: QuestionDraft } | undefined {
  const index = questions.findIndex((question) => question.id === id);
  const original = questions[index];
  if (!original) return undefined;
  const copy = { ...original, id: newQuestionId(), question: `${original.question} (Copy)` };
  return { questions: inserted(questions, copy, index + 1), copy };
}

export function inserted(questions: readonly QuestionDraft[], question: QuestionDraft, at: number): QuestionDraft[] {
  return [...questions.slice(0, at), question, ...questions.slice(at)];
}
