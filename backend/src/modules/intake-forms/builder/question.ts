/** What a question can ask for; the names are the wire's. */
export const QUESTION_TYPES = ['text', 'textarea', 'select', 'radio', 'checkbox', 'email', 'phone', 'date', 'number', 'scale'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** Published questionnaires that are scored. */
export const INSTRUMENTS = ['phq-9', 'gad-7'] as const;
export type Instrument = (typeof INSTRUMENTS)[number];

/** Types whose answers are among the question's options. */
const WITH_OPTIONS: ReadonlySet<QuestionType> = new Set(['select', 'radio', 'checkbox']);

export function hasOptions(type: QuestionType): boolean {
  return WITH_OPTIONS.has(type);
}

/**
 * When a question is shown, by the answer to an earlier one: `any_of` its options (select, radio, checkbox), `at_least` a number (scale,
 * number), with neither: any answer at all. A question that is not shown counts as not answered.
 */
export interface ShowIf {
  question_id: string;
  any_of?: string[];
  at_least?: number;
}

/** The rating scale's ends; both can be chosen. */
export const SCALE = { least: 1, most: 10 } as const;

/** The largest number, of either sign, that a number question takes. */
export const LARGEST_NUMBER = 1e12;

/** One question of a form. */
export interface Question {
  /** `q_` and more, unique within the form, the same in all of its versions. */
  id: string;
  type: QuestionType;
  question: string;
  /** Empty when there is none. */
  help_text: string;
  required: boolean;
  /** Empty for types without options. */
  options: string[];
  /** It begins a page of its own. */
  new_page: boolean;
  show_if: ShowIf | null;
}

/** The answer to a question: a text, a number (number, scale), or the chosen options (checkbox). */
export type AnswerValue = string | number | string[];

export type Answers = ReadonlyMap<string, AnswerValue>;

/** Which questions are shown with these answers, in order; what hangs on a hidden question is hidden too. */
export function shownQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const shown = new Set<string>();
  return questions.filter((question) => {
    const condition = question.show_if;
    const isShown = condition === null || (shown.has(condition.question_id) && isMet(condition, answers.get(condition.question_id)));
    if (isShown) shown.add(question.id);
    return isShown;
  });
}

function isMet({ any_of, at_least }: ShowIf, answer: AnswerValue | undefined): boolean {
  if (answer === undefined) return false;
  if (any_of) return any_of.some((option) => (Array.isArray(answer) ? answer.includes(option) : answer === option));
  return at_least === undefined || (typeof answer === 'number' && answer >= at_least);
}
