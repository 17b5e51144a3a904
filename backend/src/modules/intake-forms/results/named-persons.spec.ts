import type { QuestionType } from '../builder/question';
import { namedPersons, namesIn, namesWhom } from './named-persons';

const asked = (question: string, type: QuestionType = 'text', help_text = '') => ({ type, question, help_text });

it.each([
  ['Whom may I call in an emergency?', 'others'],
  ['Emergency contact: name and phone', 'others'],
  ['Name of your GP', 'others'],
  ['Names and ages of your children', 'others'],
  ['Who referred you?', 'others'],
  ['Mother’s name', 'others'],
  ['Your preferred name', 'client'],
  ['What would you like to be called?', 'client'],
  ['Full legal name', 'client'],
  ['Names and doses of your medication', null],
  ['Name of your employer', null],
  ['How do you get on with your partner?', null],
  ['Tell me about your mother', null],
  ['What brings you here?', null],
])('%s: %s', (question, whom) => {
  expect(namesWhom(asked(question))).toBe(whom);
});

it('asks nobody by a choice or a date, and by what stands below it', () => {
  expect(namesWhom(asked('Who referred you?', 'radio'))).toBeNull();
  expect(namesWhom(asked('Person to call', 'text', 'Name and telephone number'))).toBe('others');
});

it.each([
  ['my sister Ana López, 555 123 4567', ['Ana López']],
  ['maria lopez', ['maria lopez']],
  ['Dr. Miller', ['Miller']],
  ['Tom (8), Anna (5) and little Max', ['Tom', 'Anna', 'Max']],
  ['Jean-Luc O’Neill - husband - jl@example.org', ['Jean-Luc O’Neill']],
  ['Nobody', []],
  ['None, prefer not to say', []],
  ['my mum', []],
  ['n/a', []],
])('%s names %j', (answer, names) => {
  expect(namesIn(answer)).toEqual(names);
});

it('tells the client from others, and finds how they are reached', () => {
  const questions = [
    { id: 'q_1', ...asked('Preferred name') },
    { id: 'q_2', ...asked('Emergency contact') },
    { id: 'q_3', ...asked('Your telephone', 'phone') },
    { id: 'q_4', ...asked('What brings you here?') },
  ].map((question) => ({ required: false, options: [], new_page: false, show_if: null, ...question }));
  const answers = new Map([
    ['q_1', 'Maja'],
    ['q_2', 'Uncle Bert Quist, bert@quist.example, (030) 123-456'],
    ['q_3', '+49 151 2345'],
    ['q_4', 'Trouble with Karl'],
  ]);
  expect(namedPersons(questions, answers)).toEqual({ own: ['Maja'], others: ['Bert Quist'], contacts: ['bert@quist.example', '(030) 123-456', '+49 151 2345'] });
});

it('an answer without a space costs no more than one with spaces, however long it is', () => {
  const cost = (answer: string): number => {
    const from = process.cpuUsage();
    namedPersons([{ id: 'q', type: 'textarea', question: 'What is the name of your mother?', help_text: '', required: false, options: [], new_page: false, show_if: null }], new Map([['q', answer]]));
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  const parted = 'an '.repeat(20_000);
  const whole = 'an'.repeat(30_000);
  cost(parted);
  expect(cost(whole) / cost(parted)).toBeLessThan(20);
});
