import { hasOptions, type Question, type QuestionType } from '@attune/shared-ui/intake';
import type { EditedForm, FormBody, FormService, IntakeForm, IntakeTemplate } from './intake-forms.api';

/** An option while it is edited. Conditions know it by its key, so that they follow when it is renamed. */
export interface OptionDraft {
  key: string;
  text: string;
}

/** What an earlier question must be answered with. What the other kinds need stays, for somebody who tries them out. */
export interface ConditionDraft {
  question_id: string;
  kind: 'answered' | 'any_of' | 'at_least';
  /** Keys of options. */
  any_of: string[];
  /** As it is typed. */
  at_least: string;
}

/** A question while it is edited. It keeps its options when its type has none, for somebody who changes it back. */
export interface QuestionDraft extends Omit<Question, 'options' | 'show_if'> {
  options: OptionDraft[];
  show_if: ConditionDraft | null;
}

export interface FormValues {
  title: string;
  description: string;
  questions: QuestionDraft[];
  instrument: IntakeForm['instrument'];
  services: FormService[];
  /** The one that the changes began with; 0 for a new form. */
  version: number;
}

export const NEW_FORM: FormValues = { title: '', description: '', questions: [], instrument: null, services: [], version: 0 };

export function valuesOf({ form, services }: EditedForm): FormValues {
  const { title, description, instrument, version } = form;
  return { title, description, questions: draftsOf(form.questions), instrument, services, version };
}

/** A new form that begins with a template. */
export function valuesOfTemplate({ title, description, questions, instrument }: IntakeTemplate): FormValues {
  return { ...NEW_FORM, title, description, questions: draftsOf(questions), instrument };
}

function draftsOf(questions: readonly Question[]): QuestionDraft[] {
  const keysOf = (id: string, texts: readonly string[]) => {
    const options = questions.find((question) => question.id === id)?.options ?? [];
    return texts.map((text) => keyAt(options.indexOf(text)));
  };
  return questions.map(({ show_if, options, ...rest }) => ({
    ...rest,
    options: options.map((text, index) => ({ key: keyAt(index), text })),
    show_if: show_if && {
      question_id: show_if.question_id,
      kind: show_if.any_of ? 'any_of' : show_if.at_least === undefined ? 'answered' : 'at_least',
      any_of: keysOf(show_if.question_id, show_if.any_of ?? []),
      at_least: String(show_if.at_least ?? ''),
    },
  }));
}

const keyAt = (index: number) => `o${index}`;

/** What is sent; also what the preview shows, where blanks and broken conditions may be left. */
export function bodyOf({ title, description, questions, instrument }: FormValues): FormBody & { questions: Question[] } {
  return { title: title.trim(), description: description.trim(), questions: questions.map((question) => questionOf(question, questions)), instrument };
}

function questionOf({ options, show_if, ...rest }: QuestionDraft, all: readonly QuestionDraft[]): Question {
  return {
    ...rest,
    question: rest.question.trim(),
    help_text: rest.help_text.trim(),
    options: hasOptions(rest.type) ? options.map(({ text }) => text.trim()) : [],
    show_if: show_if && conditionOf(show_if, all),
  };
}

function conditionOf({ question_id, kind, any_of, at_least }: ConditionDraft, all: readonly QuestionDraft[]): Question['show_if'] {
  if (kind === 'answered') return { question_id };
  if (kind === 'at_least') return { question_id, at_least: numberOf(at_least) };
  const asked = all.find(({ id }) => id === question_id);
  return { question_id, any_of: (asked?.options ?? []).filter(({ key }) => any_of.includes(key)).map(({ text }) => text.trim()) };
}

/** NaN for what is no number. */
export function numberOf(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** What an answer of this type can be compared with. */
export function conditionKinds(type: QuestionType): ConditionDraft['kind'][] {
  if (hasOptions(type)) return ['any_of', 'answered'];
  return type === 'scale' || type === 'number' ? ['at_least', 'answered'] : ['answered'];
}
