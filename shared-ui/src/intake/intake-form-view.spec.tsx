import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntakeFormView, type IntakeFormViewProps } from './intake-form-view';
import type { Answers, Question } from './question';

function ask(id: string, type: Question['type'], part: Partial<Question> = {}): Question {
  return { id, type, question: `Question ${id}`, help_text: '', required: false, options: [], new_page: false, show_if: null, ...part };
}

const ALL: Question[] = [
  ask('name', 'text', { required: true, help_text: 'As you like to be called.' }),
  ask('story', 'textarea'),
  ask('place', 'select', { options: ['Home', 'Office'] }),
  ask('sleep', 'radio', { options: ['Well', 'Badly'] }),
  ask('topics', 'checkbox', { options: ['Work', 'Family', 'Health'] }),
  ask('mail', 'email'),
  ask('phone', 'phone'),
  ask('born', 'date'),
  ask('weight', 'number'),
  ask('mood', 'scale'),
];

let given: Answers;

function Filled({ start = {}, ...props }: Partial<IntakeFormViewProps> & { start?: Answers }) {
  const [answers, setAnswers] = useState(start);
  given = answers;
  return (
    <IntakeFormView
      label="First visit"
      description="Before we meet"
      questions={ALL}
      answers={answers}
      onAnswer={(id, answer) => setAnswers((before) => ({ ...before, [id]: answer }))}
      finishLabel="Send"
      onFinish={() => undefined}
      {...props}
    />
  );
}

const open = (props: Partial<IntakeFormViewProps> & { start?: Answers } = {}) => {
  const user = userEvent.setup();
  render(<Filled {...props} />);
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
};
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);

it('asks the browser to remember no answer: on a device in a waiting room the next person would be offered it', () => {
  const { container } = render(<Filled />);
  const fields = [...container.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type=radio], [type=checkbox])')];
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(fields.map(() => 'off'));
});

describe('a form that is filled in', () => {
  it('takes an answer of every type, as the wire has it', async () => {
    const onFinish = jest.fn();
    const { user, press } = open({ onFinish });
    await user.type(field('Question name'), 'Nadia');
    await user.type(field(/Question story/), 'A long one');
    await user.selectOptions(field(/Question place/), 'Office');
    await user.click(screen.getByRole('radio', { name: 'Badly' }));
    await user.click(screen.getByRole('checkbox', { name: 'Health' }));
    await user.click(screen.getByRole('checkbox', { name: 'Work' }));
    await user.type(field(/Question mail/), 'nadia@example.org');
    await user.type(field(/Question phone/), '+43 1');
    await user.type(field(/Question born/), '1990-02-28');
    await user.type(field(/Question weight/), '61,5');
    await user.click(screen.getByRole('radio', { name: '10' }));
    expect(given).toEqual({
      name: 'Nadia', story: 'A long one', place: 'Office', sleep: 'Badly', topics: ['Work', 'Health'],
      mail: 'nadia@example.org', phone: '+43 1', born: '1990-02-28', weight: 61.5, mood: 10,
    });
    expect(screen.getByText('10 of 10 answered')).toBeTruthy();
    await press('Send');
    expect(onFinish).toHaveBeenCalledTimes(1);
  });

  it('says what is wrong once, at the questions and in a summary that has the focus and leads there', async () => {
    const onFinish = jest.fn();
    const { user, press } = open({ onFinish, start: { weight: 'heavy' } });
    expect(field(/Question weight/).value).toBe('heavy');
    await press('Send');
    const summary = screen.getByRole('group', { name: '2 answers need your attention' });
    expect(document.activeElement).toBe(summary);
    await user.click(within(summary).getByRole('button', { name: 'Question weight' }));
    expect(document.activeElement).toBe(field(/Question weight/));
    expect(field('Question name').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('Question name'), 'N');
    expect(screen.getByRole('group', { name: 'One answer needs your attention' })).toBeTruthy();
    expect(screen.queryByText('Please answer this question.')).toBeNull();
    expect(onFinish).not.toHaveBeenCalled();
  });

  it('lets an optional choice be taken back', async () => {
    const { press } = open({ start: { sleep: 'Well' }, questions: [ALL[3]!] });
    await press('Take the answer away');
    expect(given['sleep']).toBeUndefined();
  });

  it('asks again for a choice that is not offered any more, and shows what it was', async () => {
    const { press } = open({ start: { sleep: 'So so', topics: ['Work', 'Money'] }, questions: [ALL[3]!, ALL[4]!] });
    expect(screen.getByText('Your earlier answer: So so')).toBeTruthy();
    expect(screen.getByText('Your earlier answer: Money')).toBeTruthy();
    expect(screen.getAllByText('This choice is not offered any more. Please choose again.')).toHaveLength(2);
    await press('Send');
    expect(screen.getByRole('group', { name: '2 answers need your attention' })).toBeTruthy();
  });
});

describe('a form of several pages', () => {
  const pages = [
    ask('sleep', 'radio', { options: ['Well', 'Badly'], required: true }),
    ask('why', 'text', { new_page: true, show_if: { question_id: 'sleep', any_of: ['Badly'] } }),
    ask('end', 'text', { new_page: true, required: true }),
  ];

  it('turns with the focus on the page’s heading, past pages that the answers leave out, and back without a check', async () => {
    const { user, press } = open({ questions: pages, ending: <p>Sign here</p> });
    expect(screen.getByRole('heading', { name: 'Page 1 of 2' })).toBeTruthy();
    await press('Next page');
    expect(screen.getByText('Please answer this question.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Badly' }));
    expect(screen.getByRole('heading', { name: 'Page 1 of 3' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Well' }));
    expect(screen.queryByText('Sign here')).toBeNull();
    await press('Next page');
    const heading = screen.getByRole('heading', { name: 'Page 2 of 2' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('Sign here')).toBeTruthy();
    await press('Back');
    expect(screen.getByRole('radio', { name: 'Well' })).toHaveProperty('checked', true);
  });

  it('begins where the last answer was given, and at the end turns to the first page with something wrong', async () => {
    const { user, press } = open({ questions: pages, start: { sleep: 'So so', end: 'x' } });
    expect(field('Question end')).toBeTruthy();
    await press('Send');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'One answer needs your attention' }));
    await user.click(screen.getByRole('radio', { name: 'Well' }));
    expect(screen.queryByRole('group', { name: /attention/ })).toBeNull();
  });

  it('turns to what the server found', async () => {
    const onFinish = jest.fn().mockResolvedValueOnce({ sleep: 'Please look at this again.' });
    const { user, press } = open({ questions: pages, start: { sleep: 'Well', end: 'x' }, onFinish });
    await press('Send');
    expect(await screen.findByText('Please look at this again.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Page 1 of 2' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Badly' }));
    expect(screen.queryByText('Please look at this again.')).toBeNull();
  });
});
