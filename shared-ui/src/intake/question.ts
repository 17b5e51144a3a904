import type { components } from '../api/schema';

/** One question of an intake form, as on the wire. */
export type Question = components['schemas']['QuestionDto'];
export type QuestionType = Question['type'];
export type ShowIf = NonNullable<Question['show_if']>;

/** The answer to a question: a text, a number (number, scale), or the chosen options (checkbox). */
export type AnswerValue = string | number | string[];

/** Answers by the ids of their questions. */
export type Answers = Readonly<Partial<Record<string, AnswerValue>>>;

const WITH_OPTIONS: ReadonlySet<QuestionType> = new Set(['select', 'radio', 'checkbox'] as const);

/** Whether answers are among the question's options. */
export function hasOptions(type: QuestionType): boolean {
  return WITH_OPTIONS.has(type);
}

/** Which questions are shown with these answers, in order; what hangs on a hidden question is hidden too. The server decides the same. */
export function shownQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const shown = new Set<string>();
  return questions.filter(({ id, show_if }) => {
    const isShown = show_if === null || (shown.has(show_if.question_id) && isMet(show_if, answers[show_if.question_id]));
    if (isShown) shown.add(id);
    return isShown;
  });
}

function isMet({ any_of, at_least }: ShowIf, answer: AnswerValue | undefined): boolean {
  if (answer === undefined) return false;
  if (any_of) return any_of.some((option) => (Array.isArray(answer) ? answer.includes(option) : answer === option));
  return at_least === undefined || (typeof answer === 'number' && answer >= at_least);
}

/**
 * The pages of a form, each with the questions that are shown on it. A page begins where its question does, also while that one is hidden;
 * a page without anything to show is empty.
 */
export function pagesOf(questions: readonly Question[], answers: Answers): Question[][] {
  const shown = new Set(shownQuestions(questions, answers));
  const pages: Question[][] = [[]];
  questions.forEach((question, index) => {
    if (question.new_page && index > 0) pages.push([]);
    if (shown.has(question)) pages.at(-1)?.push(question);
  });
  return pages;
}
