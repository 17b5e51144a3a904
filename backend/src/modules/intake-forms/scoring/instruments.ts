import type { Answers, AnswerValue, Instrument, Question } from '../builder/question';

/** From mild to grave; not every instrument has each of them. */
export type Severity = 'minimal' | 'mild' | 'moderate' | 'moderately_severe' | 'severe';

interface Published {
  name: string;
  /** What is asked before the first item. */
  stem: string;
  items: readonly string[];
  /** Scored 0 to 3, in this order. */
  options: readonly string[];
  /** Each band begins at its sum and ends before the next one's. */
  bands: readonly { from: number; severity: Severity }[];
  /** Asked beside the items and never scored. */
  unscored?: { question: string; options: readonly string[] };
}

const STEM = 'Over the last 2 weeks, how often have you been bothered by any of the following problems?';
const FREQUENCY = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];

/** Who made both questionnaires, and what may be done with them, in the words of their publisher. */
export const SOURCE =
  'Developed by Drs. Robert L. Spitzer, Janet B.W. Williams, Kurt Kroenke and colleagues, with an educational grant from Pfizer Inc.';
export const LICENCE = 'No permission required to reproduce, translate, display or distribute.';

/**
 * The questionnaires as they were published: PHQ-9 (Kroenke, Spitzer, Williams 2001, J Gen Intern Med 16:606), GAD-7 (Spitzer, Kroenke,
 * Williams, Löwe 2006, Arch Intern Med 166:1092). A form is scored only with exactly these words.
 */
export const PUBLISHED: Readonly<Record<Instrument, Published>> = {
  'phq-9': {
    name: 'PHQ-9',
    stem: STEM,
    items: [
      'Little interest or pleasure in doing things',
      'Feeling down, depressed, or hopeless',
      'Trouble falling or staying asleep, or sleeping too much',
      'Feeling tired or having little energy',
      'Poor appetite or overeating',
      'Feeling bad about yourself — or that you are a failure or have let yourself or your family down',
      'Trouble concentrating on things, such as reading the newspaper or watching television',
      'Moving or speaking so slowly that other people could have noticed? Or the opposite — being so fidgety or restless that you have been moving around a lot more than usual',
      'Thoughts that you would be better off dead or of hurting yourself in some way',
    ],
    options: FREQUENCY,
    bands: [
      { from: 0, severity: 'minimal' },
      { from: 5, severity: 'mild' },
      { from: 10, severity: 'moderate' },
      { from: 15, severity: 'moderately_severe' },
      { from: 20, severity: 'severe' },
    ],
    unscored: {
      question:
        'If you checked off any problems, how difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?',
      options: ['Not difficult at all', 'Somewhat difficult', 'Very difficult', 'Extremely difficult'],
    },
  },
  'gad-7': {
    name: 'GAD-7',
    stem: STEM,
    items: [
      'Feeling nervous, anxious or on edge',
      'Not being able to stop or control worrying',
      'Worrying too much about different things',
      'Trouble relaxing',
      'Being so restless that it is hard to sit still',
      'Becoming easily annoyed or irritable',
      'Feeling afraid as if something awful might happen',
    ],
    options: FREQUENCY,
    bands: [
      { from: 0, severity: 'minimal' },
      { from: 5, severity: 'mild' },
      { from: 10, severity: 'moderate' },
      { from: 15, severity: 'severe' },
    ],
  },
};

/** PHQ-9's question about death and self-harm, counted from 0. */
const SELF_HARM_ITEM = 8;
export const SELF_HARM_QUESTION = PUBLISHED['phq-9'].items[SELF_HARM_ITEM] ?? '';

/** What an answer in the words of both instruments counts: 0 to 3; null for anything else. */
export function pointsFor(answer: AnswerValue | undefined): number | null {
  const points = typeof answer === 'string' ? FREQUENCY.indexOf(answer) : -1;
  return points === -1 ? null : points;
}

/** The words that 0 to 3 were answered with. */
export function wordsFor(points: number | null): string | null {
  return points === null ? null : (FREQUENCY[points] ?? null);
}

/** What the answers to an instrument come to. */
export interface Score {
  /** Null while an item has no answer: a sum of some items means nothing. */
  sum: number | null;
  /** The most that the sum can be. */
  most: number;
  /** Null as long as the sum is. */
  severity: Severity | null;
  /** What PHQ-9's item 9 was answered with, 0 to 3, whether the others are answered or not. Above 0 it is never hidden in a sum. Null without an answer, and for GAD-7. */
  self_harm: number | null;
}

/**
 * The questions that are an instrument's items, in its order.
 * @returns undefined when the form changes an item, its options, their order or when it is shown, or asks one twice: then no published band holds
 */
export function itemsOf(instrument: Instrument, questions: readonly Question[]): Question[] | undefined {
  const { items, options } = PUBLISHED[instrument];
  const found = questions.filter(({ question }) => items.includes(question));
  const isPublished = (question: Question, index: number) =>
    question.question === items[index] && question.type === 'radio' && question.show_if === null && isSame(question.options, options);
  return found.length === items.length && found.every(isPublished) ? found : undefined;
}

/** @returns undefined when the instrument is not among the questions as it was published */
export function scoreOf(instrument: Instrument, questions: readonly Question[], answers: Answers): Score | undefined {
  const points = itemsOf(instrument, questions)?.map(({ id }) => pointsFor(answers.get(id)));
  if (!points) return undefined;
  const { bands, items, options } = PUBLISHED[instrument];
  const sum = points.reduce<number | null>((total, point) => (total === null || point === null ? null : total + point), 0);
  return {
    sum,
    most: items.length * (options.length - 1),
    severity: sum === null ? null : (bands.findLast(({ from }) => sum >= from)?.severity ?? null),
    self_harm: instrument === 'phq-9' ? (points[SELF_HARM_ITEM] ?? null) : null,
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
