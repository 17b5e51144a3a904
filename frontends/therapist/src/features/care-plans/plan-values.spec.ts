import { addDays, today } from '@attune/shared-ui/format';
import { bodyOf, movedTo, NEW_PLAN, newBodyOf, problemsOf, valuesFromNote, wholeText } from './plan-values';

const note = { id: 'note', client_id: 'client', client_name: 'Kim' };

describe('a plan that begins with a note', () => {
  it('has what its analysis says comes next, each thing once, and nothing too long', () => {
    const analysis = { title: ' Sleep ', homework: [{ text: ' Homework: walk\n at noon ' }, { text: '' }], next_steps: [{ text: 'Walk at noon' }, { text: 'Next session on 12 March.' }, { text: `X${'x'.repeat(600)}` }] };
    const values = valuesFromNote(note, analysis);
    expect(values).toMatchObject({ client_id: 'client', client_name: 'Kim', note_id: 'note', title: 'Sleep', description: '', goals: [], follow_up_date: '' });
    expect(values.actions.map(({ text }) => text)).toEqual(['Walk at noon', `X${'x'.repeat(499)}`]);
    expect(new Set(values.actions.map(({ id }) => id)).size).toBe(2);
    const many = Array.from({ length: 70 }, (_, index) => ({ text: `Step ${index}` }));
    expect(valuesFromNote(note, { title: '', homework: many, next_steps: [] }).actions).toHaveLength(50);
  });

  it('is the note alone where there is no analysis', () => {
    expect(valuesFromNote(note, { title: 'Sleep', homework: [], next_steps: [] })).toEqual({ ...NEW_PLAN, client_id: 'client', client_name: 'Kim', note_id: 'note', title: 'Sleep' });
  });
});

describe('what is sent', () => {
  const values = { ...NEW_PLAN, client_id: 'client', client_name: 'Kim', title: ' Sleep ', actions: [{ id: 'a', text: ' Walk ' }], goals: [{ id: 'g', text: ' Rest ', progress: 5 }], version: 3 };

  it('is trimmed, and names the client and the note only of a new plan', () => {
    const fields = { title: 'Sleep', description: '', actions: [{ id: 'a', text: 'Walk' }], goals: [{ id: 'g', text: 'Rest', progress: 5 }], follow_up_date: null };
    expect(bodyOf(values)).toEqual({ ...fields, version: 3 });
    expect(newBodyOf(values)).toEqual({ ...fields, client_id: 'client', note_id: null });
  });

  it('is looked at before', () => {
    expect(problemsOf(values, '')).toEqual({});
    const yesterday = addDays(today(), -1);
    expect(problemsOf({ ...values, client_id: null, title: ' ', actions: [{ id: 'a', text: ' ' }], goals: [{ id: 'g', text: 'x'.repeat(501), progress: 0 }], follow_up_date: yesterday }, '')).toEqual({
      client_id: 'Please choose whom the plan is for.',
      title: 'Please enter a title.',
      'actions.0.text': 'Please say what is to be done, or remove this action.',
      'goals.0.text': 'An action or a goal can have at most 500 characters.',
      follow_up_date: 'The follow-up date has passed. Please choose today or a later day.',
    });
    expect(problemsOf({ ...values, follow_up_date: yesterday }, yesterday)).toEqual({});
  });

  it('can be compared as one text', () => {
    expect(wholeText({ ...values, title: 'Sleep', description: 'Small.', follow_up_date: '2030-01-04' })).toBe('Sleep\n\nSmall.\n\nActions:\n-  Walk \n\nGoals:\n-  Rest  (5 %)\n\nFollow-up: 2030-01-04');
    expect(wholeText({ ...NEW_PLAN, title: 'Sleep' })).toBe('Sleep');
  });
});

it('a line moves among the others', () => {
  expect(movedTo([{ id: 'a', text: '' }, { id: 'b', text: '' }, { id: 'c', text: '' }], 2, 0).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
