import { INSTRUMENTS, Instrument, Question } from '../builder/question';
import { itemsOf, PUBLISHED, scoreOf } from './instruments';

/** The items as a form asks them. */
function form(instrument: Instrument): Question[] {
  const { items, options } = PUBLISHED[instrument];
  return items.map((question, index) => ({ id: `q_${index}`, type: 'radio', question, help_text: '', required: true, options: [...options], new_page: false, show_if: null }));
}

/** Answers that add up to a sum: as many of 3 as fit, then the rest. */
function answersOf(questions: readonly Question[], sum: number): Map<string, string> {
  let left = sum;
  return new Map(
    questions.map(({ id, options }) => {
      const points = Math.min(left, 3);
      left -= points;
      return [id, options[points] ?? ''];
    }),
  );
}

describe.each<[Instrument, [number, number, string][]]>([
  ['phq-9', [[0, 4, 'minimal'], [5, 9, 'mild'], [10, 14, 'moderate'], [15, 19, 'moderately_severe'], [20, 27, 'severe']]],
  ['gad-7', [[0, 4, 'minimal'], [5, 9, 'mild'], [10, 14, 'moderate'], [15, 21, 'severe']]],
])('%s', (instrument, bands) => {
  it.each(bands)('from %d to %d is %s', (from, to, severity) => {
    const questions = form(instrument);
    for (const sum of [from, to]) expect(scoreOf(instrument, questions, answersOf(questions, sum))).toMatchObject({ sum, severity });
    expect(scoreOf(instrument, questions, new Map())).toMatchObject({ most: bands.at(-1)?.[1] });
  });
});

describe('a score', () => {
  const questions = form('phq-9');

  it('has no sum while an item is not answered, but tells of item 9', () => {
    const answers = new Map([['q_8', 'Several days']]);
    expect(scoreOf('phq-9', questions, answers)).toEqual({ sum: null, most: 27, severity: null, self_harm: 1 });
  });

  it('tells of item 9 beside a small sum', () => {
    const answers = answersOf(questions, 0).set('q_8', 'Nearly every day');
    expect(scoreOf('phq-9', questions, answers)).toEqual({ sum: 3, most: 27, severity: 'minimal', self_harm: 3 });
    expect(scoreOf('gad-7', form('gad-7'), new Map())?.self_harm).toBeNull();
  });

  it('leaves out what is asked beside the items', () => {
    const own: Question = { ...questions[0]!, id: 'q_own', question: 'How did you find us?' };
    expect(scoreOf('phq-9', [own, ...questions, own], answersOf(questions, 7))).toMatchObject({ sum: 7 });
  });
});

describe('an instrument is not the published one', () => {
  const change = (part: Partial<Question>) => form('gad-7').map((question, index) => (index === 3 ? { ...question, ...part } : question));

  it.each<[string, Question[]]>([
    ['with another word', change({ question: 'Trouble to relax' })],
    ['with another option', change({ options: ['Not at all', 'Several days', 'Often', 'Nearly every day'] })],
    ['with its options turned around', change({ options: [...PUBLISHED['gad-7'].options].reverse() })],
    ['as another type', change({ type: 'select' })],
    ['when an item depends on an answer', change({ show_if: { question_id: 'q_0' } })],
    ['without an item', form('gad-7').slice(1)],
    ['with an item twice', [...form('gad-7'), ...form('gad-7').slice(6)]],
    ['in another order', form('gad-7').reverse()],
  ])('%s', (_, questions) => {
    expect(itemsOf('gad-7', questions)).toBeUndefined();
    expect(scoreOf('gad-7', questions, new Map())).toBeUndefined();
  });

  it('nor the other one', () => expect(INSTRUMENTS.filter((instrument) => itemsOf(instrument, form('phq-9')))).toEqual(['phq-9']));
});
